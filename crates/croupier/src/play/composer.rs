//! Fills in a form: puts pieces into groups, in an order.

use croupier_kit::game::{Filled, Form, FormError};

/// A form that is being filled in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Composer {
    at: usize,
    pub(super) form: Form,
    /// The pieces of every group.
    pub(super) groups: Vec<Vec<usize>>,
    /// The group that is being filled.
    pub(super) group: usize,
    /// The selected piece, as an index into the pieces as shown.
    pub(super) cursor: usize,
    /// Why the last attempt was refused.
    pub(super) refused: Option<String>,
}

impl Composer {
    /// An empty form. If only an order can be chosen, all pieces in their given order.
    pub(super) fn new(at: usize, form: Form) -> Self {
        let mut groups = vec![vec![]; form.groups.len()];
        if let ([group], [all]) = (form.groups.as_slice(), groups.as_mut_slice())
            && group.min == form.pieces.len()
        {
            *all = (0..form.pieces.len()).collect();
        }
        Self { at, form, groups, group: 0, cursor: 0, refused: None }
    }

    /// Whether the only group takes all pieces, so that only their order can be chosen.
    pub(super) fn is_order(&self) -> bool {
        self.groups.len() == 1 && self.form.groups[0].min == self.form.pieces.len()
    }

    /// The pieces in the order in which the screen shows them.
    pub(super) fn shown(&self) -> Vec<usize> {
        if self.is_order() { self.groups[0].clone() } else { (0..self.form.pieces.len()).collect() }
    }

    fn piece(&self) -> Option<usize> {
        self.shown().get(self.cursor).copied()
    }

    /// The group of a piece, and its place in the group.
    pub(super) fn place_of(&self, piece: usize) -> Option<(usize, usize)> {
        let place = |group: &Vec<usize>| group.iter().position(|other| *other == piece);
        self.groups.iter().enumerate().find_map(|(at, group)| Some((at, place(group)?)))
    }

    pub(super) fn move_by(&mut self, steps: isize) {
        let last = self.form.pieces.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(steps).min(last);
    }

    pub(super) fn point_at(&mut self, cursor: usize) {
        if cursor < self.form.pieces.len() {
            self.cursor = cursor;
        }
    }

    /// Selects the next or the previous group.
    pub(super) fn turn_group(&mut self, forward: bool) {
        let count = self.groups.len().max(1);
        self.group = (self.group + if forward { 1 } else { count - 1 }) % count;
    }

    /// Puts the piece into the current group, or takes it out of that group. When the group is
    /// full, the next one becomes current.
    pub(super) fn toggle(&mut self) {
        self.refused = None;
        let Some(piece) = self.piece().filter(|_| !self.is_order()) else { return };
        let place = self.place_of(piece);
        if let Some((group, at)) = place {
            self.groups[group].remove(at);
            if group == self.group {
                return;
            }
        }
        let most = self.form.groups[self.group].max;
        if self.groups[self.group].len() >= most {
            let name = &self.form.groups[self.group].label;
            self.refused = Some(format!("{name} takes no more than {most}"));
            return;
        }
        self.groups[self.group].push(piece);
        if self.groups[self.group].len() == most && self.group + 1 < self.groups.len() {
            self.group += 1;
        }
    }

    /// Moves the piece earlier or later in its group.
    pub(super) fn shift(&mut self, later: bool) {
        let Some((_, at)) = self.piece().and_then(|piece| self.place_of(piece)) else { return };
        let to = if later { at.checked_add(1) } else { at.checked_sub(1) };
        if let Some(to) = to {
            self.put_at(to);
        }
    }

    /// Moves the piece to a place in its group, counted from 0.
    pub(super) fn put_at(&mut self, to: usize) {
        self.refused = None;
        let Some((group, at)) = self.piece().and_then(|piece| self.place_of(piece)) else { return };
        let pieces = &mut self.groups[group];
        let to = to.min(pieces.len() - 1);
        let piece = pieces.remove(at);
        pieces.insert(to, piece);
        if self.is_order() {
            self.cursor = to;
        }
    }

    /// What is still missing, if anything.
    pub(super) fn missing(&self) -> Option<FormError> {
        self.form.check(&self.groups).err()
    }

    pub(super) fn filled(&self) -> Filled {
        Filled { form: self.at, groups: self.groups.clone() }
    }
}

#[cfg(test)]
mod tests {
    use croupier_kit::game::{FormPiece, Group};

    use super::*;

    fn form(groups: &[(usize, usize)]) -> Form {
        let group = |(at, (min, max)): (usize, &(usize, usize))| {
            Group::new(format!("group {}", at + 1), *min..=*max).ordered(true)
        };
        let pieces = ["3H", "4H", "5H", "6H"].map(FormPiece::card).to_vec();
        Form::arrange("Try", pieces, groups.iter().enumerate().map(group).collect())
    }

    #[test]
    fn pieces_go_into_groups_and_a_full_one_hands_on() {
        let mut composer = Composer::new(0, form(&[(1, 2), (1, 4)]));
        assert_eq!(composer.missing().unwrap().to_string(), "group 1 needs 1 to 2, not 0");
        for _ in 0..3 {
            composer.toggle();
            composer.move_by(1);
        }
        assert_eq!(composer.filled().groups, [vec![0, 1], vec![2]]);
        assert_eq!((composer.missing(), composer.group), (None, 1));
        composer.point_at(0);
        composer.toggle();
        assert_eq!(composer.filled().groups, [vec![1], vec![2, 0]], "it went over");
        composer.toggle();
        assert_eq!(composer.filled().groups, [vec![1], vec![2]], "it was taken out");
    }

    #[test]
    fn a_full_group_takes_no_more() {
        let mut composer = Composer::new(0, form(&[(1, 1)]));
        composer.toggle();
        composer.move_by(1);
        composer.toggle();
        assert_eq!(composer.groups, [[0]]);
        assert_eq!(composer.refused.as_deref(), Some("group 1 takes no more than 1"));
    }

    #[test]
    fn an_order_starts_as_given_and_pieces_are_moved() {
        let mut composer = Composer::new(0, form(&[(4, 4)]));
        assert!(composer.is_order());
        composer.move_by(3);
        composer.put_at(0);
        assert_eq!((composer.shown(), composer.cursor), (vec![3, 0, 1, 2], 0));
        composer.shift(true);
        assert_eq!((composer.shown(), composer.cursor), (vec![0, 3, 1, 2], 1));
        composer.shift(false);
        composer.shift(false);
        composer.toggle();
        assert_eq!(composer.filled().groups, [vec![3, 0, 1, 2]]);
        composer.put_at(8);
        assert_eq!(composer.filled().groups, [vec![0, 1, 2, 3]]);
    }
}
