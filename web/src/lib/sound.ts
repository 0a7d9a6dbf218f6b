/**
 * All sounds are synthesised; there are no files. Browsers play none before the first user gesture, and earlier sounds
 * are lost: everything audible is also visible.
 */
import { settings } from './settings.svelte';

export type SoundName =
  'card' | 'flip' | 'shuffle' | 'turn' | 'window' | 'tick' | 'wheel' | 'win' | 'lose' | 'refused' | 'react';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function ready(): AudioContext | null {
  if (!settings.all.sound || settings.all.volume === 0) return null;
  if (typeof AudioContext === 'undefined') return null;
  if (!context) {
    // A context created before a user gesture is rejected, with a warning in the console.
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
    context = new AudioContext();
  }
  if (context.state === 'suspended') void context.resume();
  return context;
}

function output(audio: AudioContext, at: number, peak: number, length: number): GainNode {
  const gain = audio.createGain();
  const level = (peak * settings.all.volume) / 100;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, at + Math.min(0.008, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function rustle(audio: AudioContext, at: number, length: number, pitch: number, peak: number): void {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = 0.9;
  source.connect(band).connect(output(audio, at, peak, length));
  source.start(at, Math.random() * 0.3, length);
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, peak: number, glide = pitch): void {
  const source = audio.createOscillator();
  source.type = 'sine';
  source.frequency.setValueAtTime(pitch, at);
  if (glide !== pitch) source.frequency.exponentialRampToValueAtTime(glide, at + length);
  source.connect(output(audio, at, peak, length));
  source.start(at);
  source.stop(at + length);
}

const MAKE: Record<SoundName, (audio: AudioContext, at: number) => void> = {
  card: (a, t) => rustle(a, t, 0.035, 2600, 0.5),
  flip: (a, t) => (rustle(a, t, 0.035, 2200, 0.4), rustle(a, t + 0.09, 0.035, 3000, 0.4)),
  shuffle: (a, t) => {
    for (let i = 0; i < 14; i++) rustle(a, t + (i * 0.4) / 14, 0.03, 2200 + (i % 3) * 300, 0.28);
  },
  turn: (a, t) => (tone(a, t, 523.3, 0.35, 0.2), tone(a, t + 0.13, 784, 0.5, 0.2)),
  window: (a, t) => (tone(a, t, 330, 0.09, 0.45, 180), rustle(a, t, 0.02, 900, 0.3)),
  tick: (a, t) => tone(a, t, 1320, 0.04, 0.16),
  wheel: (a, t) => rustle(a, t, 0.012, 3600, 0.35),
  win: (a, t) => [523.3, 659.3, 784].forEach((pitch, i) => tone(a, t + i * 0.12, pitch, 0.6, 0.2)),
  lose: (a, t) => (tone(a, t, 440, 0.35, 0.18), tone(a, t + 0.2, 392, 0.6, 0.18)),
  refused: (a, t) => tone(a, t, 110, 0.16, 0.5, 70),
  react: (a, t) => tone(a, t, 880, 0.09, 0.14, 1175),
};

export function play(name: SoundName): void {
  const audio = ready();
  if (audio) MAKE[name](audio, audio.currentTime + 0.005);
}
