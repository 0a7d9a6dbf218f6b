//! Tests of the interpreter, as small programs.

use super::{Evaluation, Heap, parse_expression, parse_location, parse_program};
use crate::data::Data;

/// Runs `script`, then shows `expression` as JSON, `undefined`, or the error.
fn run(script: &str, expression: &str) -> String {
    let mut heap = Heap::new();
    let is_in = |state: &str| state == "here";
    let mut evaluation = Evaluation::new(&mut heap, &is_in);
    let program = match parse_program(script) {
        Ok(program) => program,
        Err(error) => return format!("syntax: {error}"),
    };
    if let Err(thrown) = evaluation.run(&program) {
        return format!("thrown {}", evaluation.describe(&thrown));
    }
    let parsed = match parse_expression(expression) {
        Ok(parsed) => parsed,
        Err(error) => return format!("syntax: {error}"),
    };
    match evaluation.value(&parsed) {
        Ok(value) => Data::of(&value, &heap)
            .to_json()
            .map_or_else(|| "undefined".into(), |json| json.to_string()),
        Err(thrown) => format!("thrown {}", evaluation.describe(&thrown)),
    }
}

fn check(expression: &str, expected: &str) {
    assert_eq!(run("", expression), expected, "{expression}");
}

#[test]
fn arithmetic_binds_as_it_should() {
    check("1 + 2 * 3", "7.0");
    check("(1 + 2) * 3 - 4 / 2", "7.0");
    check("7 % 4 | 4", "7.0");
    check("-2 + +'3'", "1.0");
    check("1 << 3 >>> 1", "4.0");
    check("-1 >>> 0", "4294967295.0");
    check(".5 + 0x10 + 1e1", "26.5");
    check("10 - 3 - 2", "5.0");
}

#[test]
fn texts_join_and_compare() {
    check("'a' + 1 + 2", r#""a12""#);
    check("1 + 2 + 'a'", r#""3a""#);
    check("'b' > 'a' && !('10' < '9') === false", "true");
    check("'abc'.slice(0, 2) + 'abc'.length", r#""ab3""#);
    check("'abc'.indexOf('c')", "2.0");
    check(r#"'it\'s' + "\u0041\n""#, r#""it'sA\n""#);
    check("'a,b'.split(',')", r#"["a","b"]"#);
}

#[test]
fn equality_comes_in_two_strengths() {
    check("1 == '1' && 1 !== '1'", "true");
    check("null == undefined && null !== undefined", "true");
    check("true == 1 && false == '0'", "true");
    check("[1] == 1 && [] != []", "true");
    check("NaN == NaN", "false");
    check("'x' == 0", "false");
}

#[test]
fn logic_yields_its_operands() {
    check("0 || 'x'", r#""x""#);
    check("'' && y", r#""""#);
    check("1 ? 2 : 3", "2.0");
    check("!undefined", "true");
}

#[test]
fn types_are_named() {
    check("typeof nobody", r#""undefined""#);
    check("typeof null + typeof 1 + typeof 'x' + typeof true", r#""objectnumberstringboolean""#);
    check("typeof function () {} + typeof In", r#""functionfunction""#);
    check("[] instanceof Array && !({} instanceof Array)", "true");
    check("'a' in {a: 1} && !('b' in {a: 1})", "true");
}

#[test]
fn objects_and_arrays_nest() {
    check("{p1: 'v1', 'p2': [1, {x: 2}]}.p2[1]['x']", "2.0");
    check("[].concat([1, 2], 3, [[4]])", "[1.0,2.0,3.0,[4.0]]");
    check("[3, 4].length", "2.0");
    check("{}.missing", "undefined");
    check(
        "JSON.stringify({a: [1, undefined, null], f: function () {}})",
        r#""{\"a\":[1.0,null,null]}""#,
    );
}

#[test]
fn functions_close_over_their_scope() {
    let counter = "function make() { var n = 0; return function () { return ++n; }; } var f = make(), g = make();";
    assert_eq!(run(counter, "[f(), f(), g()]"), "[1.0,2.0,1.0]");
    check("(function (a, b) { return a + b; })(1, 2)", "3.0");
    check("(function f(n) { return n < 2 ? 1 : n * f(n - 1); })(5)", "120.0");
    check("[1, 2].map(function (x) { return x * 2; })", "[2.0,4.0]");
}

#[test]
fn variables_inside_functions_stay_inside() {
    assert_eq!(run("var v = 1; function f() { v = 5; var v = 2; } f();", "v"), "1.0");
    assert_eq!(run("function f() { w = 100; } f();", "w"), "100.0");
    assert_eq!(run("var a = 1; var a;", "a"), "1.0");
}

#[test]
fn constructors_make_instances() {
    let class =
        "function Box() { this.bar = 0; } Box.prototype.size = 4; var b = new Box(); b.bar += 3;";
    assert_eq!(run(class, "[b.bar, b.size, b instanceof Box]"), "[3.0,4.0,true]");
}

#[test]
fn statements_control_the_flow() {
    assert_eq!(
        run("var s = 0; for (var i = 0; i < 5; i++) { if (i == 3) continue; s += i; }", "s"),
        "7.0"
    );
    assert_eq!(run("var s = 0; while (true) { if (++s > 4) break; }", "s"), "5.0");
    assert_eq!(run("var s = ''; for (var k in {a: 1, b: 2}) s += k;", "s"), r#""ab""#);
    assert_eq!(run("var s = 0; do { s++; } while (s < 3)", "s"), "3.0");
}

#[test]
fn errors_can_be_caught() {
    assert_eq!(run("var e; try { nobody; } catch (x) { e = x.name; }", "e"), r#""ReferenceError""#);
    assert_eq!(
        run("var e = 1; try { throw 2; } catch (x) { e = x; } finally { e = e * 10; }", "e"),
        "20.0"
    );
    assert_eq!(run("throw new Error('no')", "1"), "thrown Error: no");
}

#[test]
fn mistakes_throw() {
    check("nobody", "thrown ReferenceError: nobody is not defined");
    check("undefined.x", "thrown TypeError: cannot read x of undefined");
    check("nobody()", "thrown ReferenceError: nobody is not defined");
    check("1()", "thrown TypeError: 1 is not a function");
}

#[test]
fn bad_syntax_is_told_apart() {
    for source in ["return", "foo bar", "{p1: 'v1'", "'open", "1 +", "", "3x", "if"] {
        assert!(parse_expression(source).is_err(), "{source}");
    }
    assert!(parse_location("'continue'").is_err());
    assert!(parse_location("a.b[1]").is_ok());
    assert!(parse_expression("new f();").is_ok());
}

#[test]
fn system_variables_cannot_be_written() {
    let mut heap = Heap::new();
    heap.fix("_name", "me".into());
    heap.declare("x");
    let is_in = |_: &str| false;
    let mut evaluation = Evaluation::new(&mut heap, &is_in);
    let mut assign =
        |place: &str| evaluation.assign(&parse_location(place).unwrap(), "you".into()).is_ok();
    assert!(!assign("_name"));
    assert!(!assign("y"));
    assert!(assign("x"));
}

#[test]
fn the_state_predicate_asks_the_chart() {
    check("In('here') && !In('there')", "true");
}

#[test]
fn nothing_runs_for_ever() {
    assert_eq!(run("while (true) {}", "1"), "thrown the script does not end");
    assert_eq!(run("try { while (true) {} } catch (e) {}", "1"), "thrown the script does not end");
    assert_eq!(
        run("function f() { f(); } f();", "1"),
        "thrown RangeError: too many calls are open"
    );
}

#[test]
fn elements_can_be_searched() {
    let mut heap = Heap::new();
    let books = Data::from_text("<books><book title='a'/><shelf><book title='b'/></shelf></books>");
    let value = books.import(&mut heap);
    heap.fix("doc", value);
    let is_in = |_: &str| false;
    let title =
        parse_expression("doc.getElementsByTagName('book')[1].getAttribute('title')").unwrap();
    let found = Evaluation::new(&mut heap, &is_in).value(&title).unwrap();
    assert_eq!(Data::of(&found, &heap), Data::from("b"));
}
