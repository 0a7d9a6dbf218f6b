/** Data War's seven families: a colour and an emblem each, drawn around the origin in a box of about 80 by 80. */
import type { Family } from './types';

export const FAMILY: Record<Family, { deep: string; soft: string; word: string; path: string }> = {
  common: {
    deep: '#3d5266',
    soft: '#e6edf2',
    word: 'data',
    path: 'M-26 -20h52v10h-52zM-26 -3h38v10h-38zM-26 14h46v10h-46z',
  },
  tracker: {
    deep: '#8a3a6b',
    soft: '#f5e2ee',
    word: 'tracker',
    path: 'M-38 0C-22 -24 22 -24 38 0C22 24 -22 24 -38 0zM0 -14a14 14 0 1 0 .1 0zM0 -6a6 6 0 1 1 -.1 0z',
  },
  blocker: {
    deep: '#1c6470',
    soft: '#dcf0f1',
    word: 'blocker',
    path: 'M0 -34L30 -23V2C30 20 16 30 0 37C-16 30 -30 20 -30 2V-23zM-18 -3H18V7H-18z',
  },
  firewall: {
    deep: '#a14a10',
    soft: '#fbe9d8',
    word: 'firewall',
    path: 'M3 -38C22 -18 30 -6 26 12C22 28 10 35 0 35S-24 27 -26 10C-27 -2 -19 -9 -14 -19C-9 -12 -7 -9 -6 -4C2 -12 5 -24 3 -38zM1 6C-8 14 -9 21 -4 29C4 31 12 25 11 15C8 17 6 17 4 16z',
  },
  move: {
    deep: '#5a3d8f',
    soft: '#ebe3f6',
    word: 'move',
    path: 'M-33 -14h20v-8c0-6 4-9 9-9h8c5 0 9 3 9 9v8h20v42h-66zM-5 -14h10v-8H-5zM-33 3h25v7h16V3h25v4H13v8h-26V7h-20z',
  },
  launch: {
    deep: '#7f5c0f',
    soft: '#faf0d2',
    word: 'launch stack',
    path: 'M0 -40C15 -26 19 -9 15 12L26 26L13 24L8 36H-8L-13 24L-26 26L-15 12C-19 -9 -15 -26 0 -40zM0 -18a7.5 7.5 0 1 0 .1 0z',
  },
  grab: {
    deep: '#9c2f2a',
    soft: '#f8dfdc',
    word: 'data grab',
    path: 'M-26 2V-20a5 5 0 0 1 10 0V-4V-30a5 5 0 0 1 10 0V-5V-34a5 5 0 0 1 10 0V-5V-28a5 5 0 0 1 10 0V6L22 -3a6 6 0 0 1 9 8L16 28C12 33 8 36 0 36H-8C-20 36 -26 26 -26 14z',
  },
};
