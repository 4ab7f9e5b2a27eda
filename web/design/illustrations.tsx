import type { JSX } from 'preact'

/*
 * Twelve states in the hand of the shop's drawings: one object on a tile. Each has a piece of the mark, the ring of paid
 * installments or the amber point of the next one. Separate exports, so that a page carries only those it shows.
 */

type Ground = 'cool' | 'warm' | 'leaf' | 'rose' | 'sand' | 'sky'

export interface Scene {
  readonly ground: Ground
  readonly draw: () => JSX.Element
}

/** Decoration: the words below it say the same. */
export function Illustration({ scene }: { scene: Scene }): JSX.Element {
  return (
    <svg class="art" viewBox="0 0 160 120" width="160" height="120" stroke-width="4" aria-hidden="true">
      <rect class={`art-${scene.ground}`} width="160" height="120" rx="24" />
      <ellipse class="art-ink" cx="80" cy="103" rx="46" ry="5" opacity="0.1" />
      {scene.draw()}
    </svg>
  )
}

/** Nothing to show yet: an open box, and what will come into it. */
export const EMPTY: Scene = {
  ground: 'sand',
  draw: () => (
    <>
      <path class="art-paper" d="M46 58h68l-8-14H54z" />
      <path class="art-ink" d="M46 58h68l-8-14H54z" opacity="0.3" />
      <path class="art-paper" d="M46 58h68v38a6 6 0 01-6 6H52a6 6 0 01-6-6z" />
      <path class="art-ink" d="M94 58h20v38a6 6 0 01-6 6H94z" opacity="0.08" />
      <path class="art-paper" d="M46 58L30 70a3 3 0 002 5l14 1zM114 58l16 12a3 3 0 01-2 5l-14 1z" />
      <path class="art-ink" d="M46 58L30 70a3 3 0 002 5l14 1z" opacity="0.12" />
      <path class="art-line" d="M56 92h14" />
      <path class="art-line" d="M58 24a24 24 0 0118-8M102 40a24 24 0 00-6-16" stroke-dasharray="1 7" />
      <circle class="spark" cx="80" cy="36" r="7" />
    </>
  ),
}

/** A shopping bag, and the check that draws itself. */
export const DONE: Scene = {
  ground: 'leaf',
  draw: () => (
    <>
      <path class="art-edge" d="M62 46V36a14 14 0 0128 0v10" stroke-width="5" />
      <path class="art-accent" d="M50 42h52l6 54a6 6 0 01-6 7H50a6 6 0 01-6-7z" />
      <path class="art-ink" d="M88 42h14l6 54a6 6 0 01-6 7H90z" opacity="0.14" />
      <circle class="spark" cx="62" cy="54" r="3.500" />
      <circle class="art-paper" cx="90" cy="54" r="3" opacity="0.6" />
      <circle class="art-paper" cx="108" cy="82" r="23" />
      <circle class="art-good" cx="108" cy="82" r="19" />
      <path class="art-check" d="M99 82l7 7 12-13" pathLength="1" />
      <path class="art-confetti" d="M30 34l6 4M126 26l-5 6M34 66h5" />
      <circle class="spark" cx="116" cy="40" r="3" />
      <circle class="art-accent" cx="42" cy="22" r="3" />
    </>
  ),
}

/** A clock whose rim is the ring: three parts are over, the point is what comes next. */
export const WAITING: Scene = {
  ground: 'sky',
  draw: () => (
    <>
      <path class="art-edge" d="M58 94l-6 9M102 94l6 9" stroke-width="6" />
      <circle class="art-paper" cx="80" cy="62" r="40" />
      <path class="art-ink" d="M80 22a40 40 0 010 80 46 46 0 000-80z" opacity="0.07" />
      <path
        class="art-ring"
        d="M101.700 80.200A28.300 28.300 0 0168 86.500M58.300 80.200A28.300 28.300 0 0158.300 43.800M68 37.500A28.300 28.300 0 01101.700 43.800"
      />
      <circle class="spark" cx="108.300" cy="62" r="5.500" />
      <g class="art-hands">
        <path d="M80 62V46" />
        <path d="M80 62l11 7" />
      </g>
      <circle class="art-ink" cx="80" cy="62" r="3.500" />
    </>
  ),
}

/** A card that does not serve this time. */
export const REFUSED: Scene = {
  ground: 'rose',
  draw: () => (
    <>
      <g transform="rotate(-8 76 64)">
        <rect class="art-accent" x="32" y="34" width="88" height="58" rx="9" />
        <path class="art-ink" d="M104 34h7a9 9 0 019 9v40a9 9 0 01-9 9h-7z" opacity="0.14" />
        <path class="art-ink" d="M32 46h88v10H32z" opacity="0.45" />
        <rect class="spark" x="42" y="64" width="15" height="12" rx="3" />
        <path class="art-thin" d="M42 84h22M70 84h12" />
      </g>
      <circle class="art-paper" cx="116" cy="84" r="21" />
      <circle class="art-neutral" cx="116" cy="84" r="17" />
      <path class="art-check" d="M108 84h16" pathLength="1" />
    </>
  ),
}

/** A basket that was put back. */
export const GAVE_UP: Scene = {
  ground: 'warm',
  draw: () => (
    <>
      <path class="art-ring" d="M50 32a40 40 0 0158-4" />
      <path class="art-ring" d="M48 18l1 15 15-2" />
      <circle class="spark" cx="117" cy="38" r="5.500" />
      <path class="art-edge" d="M58 64l12-20M102 64L90 44" stroke-width="5" />
      <path class="art-paper" d="M42 66h76l-7 30a8 8 0 01-8 7H57a8 8 0 01-8-7z" />
      <path class="art-ink" d="M100 66h18l-7 30a8 8 0 01-8 7h-9z" opacity="0.08" />
      <path class="art-line" d="M62 78l3 15M80 78v15M98 78l-3 15" />
      <rect class="art-accent" x="36" y="60" width="88" height="11" rx="5.500" />
    </>
  ),
}

/** A calendar whose day has passed. */
export const EXPIRED: Scene = {
  ground: 'sand',
  draw: () => (
    <>
      <path class="art-paper" d="M38 34h84v62a7 7 0 01-7 7H45a7 7 0 01-7-7z" />
      <path class="art-ink" d="M104 46h18v50a7 7 0 01-7 7h-11z" opacity="0.06" />
      <path class="art-accent" d="M45 26h70a7 7 0 017 7v14H38V33a7 7 0 017-7z" />
      <path class="art-edge" d="M58 20v13M102 20v13" stroke-width="5" />
      <path class="art-dots" d="M54 61h0M71 61h0M88 61h0M105 61h0M54 76h0M71 76h0M54 91h0M71 91h0" />
      <circle class="spark" cx="96" cy="83" r="13" />
      <path class="art-check" d="M91 78l10 10M101 78l-10 10" pathLength="1" />
    </>
  ),
}

/** A chain whose links have come apart. */
export const DEAD_LINK: Scene = {
  ground: 'cool',
  draw: () => (
    <>
      <g transform="rotate(-28 80 62)">
        <path class="art-edge" d="M58 48H44a14 14 0 000 28h14a14 14 0 0013-9" stroke-width="10" />
        <path class="art-ring art-thick" d="M102 76h14a14 14 0 000-28h-14a14 14 0 00-13 9" />
      </g>
      <circle class="spark" cx="80" cy="62" r="5.500" />
      <path class="art-line" d="M76 38l-3-8M92 40l4-7M84 84l3 8M68 82l-4 7" />
    </>
  ),
}

/** A phone that reaches nobody: of its signal only the point is left. */
export const OFFLINE: Scene = {
  ground: 'sky',
  draw: () => (
    <>
      <rect class="art-ink" x="52" y="16" width="56" height="88" rx="11" />
      <rect class="art-paper" x="57" y="22" width="46" height="76" rx="6" />
      <path class="art-ink" d="M90 22h7a6 6 0 016 6v64a6 6 0 01-6 6h-7z" opacity="0.06" />
      <path class="art-line" d="M62 50a27 27 0 0136 0M69 59a16 16 0 0122 0" stroke-width="5" />
      <circle class="spark" cx="80" cy="70" r="5" />
      <path class="art-ring" d="M64 80l32-40" />
      <path class="art-line" d="M73 90h14" />
    </>
  ),
}

/** A map, and a glass that looks for the place. */
export const NOT_FOUND: Scene = {
  ground: 'leaf',
  draw: () => (
    <>
      <path class="art-paper" d="M28 40l26-10 26 10 26-10 26 8v62l-26-8-26 10-26-10-26 8z" />
      <path class="art-ink" d="M54 30l26 10v62L54 92zM106 30l26 8v62l-26-8z" opacity="0.08" />
      <path class="art-line" d="M36 86c10-12 14 2 22-10s10-14 18-8" stroke-dasharray="1 7" />
      <circle class="art-paper" cx="92" cy="58" r="23" />
      <path
        class="art-ring art-thick"
        d="M106.600 75.400A22.600 22.600 0 0183.300 78.900M74.700 72.500A22.600 22.600 0 0174.700 43.500M83.300 37.100A22.600 22.600 0 01106.600 40.600"
      />
      <circle class="spark" cx="114.600" cy="58" r="5" />
      <path class="art-edge" d="M109 78l15 18" stroke-width="8" />
    </>
  ),
}

/** A window that broke, on our side. */
export const FAULT: Scene = {
  ground: 'rose',
  draw: () => (
    <>
      <path
        class="art-paper"
        d="M39 24h82a8 8 0 018 8v62a8 8 0 01-8 8H86l6-16-12-10 8-14-10-14 5-10H31V32a8 8 0 018-8z"
      />
      <path class="art-paper" d="M31 46h42l-5 8 10 12-8 14 12 12-4 10H39a8 8 0 01-8-8z" />
      <path class="art-accent" d="M39 24h82a8 8 0 018 8v10H31V32a8 8 0 018-8z" />
      <circle class="spark" cx="42" cy="33" r="3.500" />
      <path class="art-thin" d="M53 33h0M63 33h0" />
      <path class="art-line" d="M44 60h14M44 74h18M44 88h14M102 60h14M102 74h14" />
    </>
  ),
}

/** The ring is closed: a rosette for the last installment. */
export const PAID_OFF: Scene = {
  ground: 'leaf',
  draw: () => (
    <>
      <path class="art-accent" d="M64 72l-12 34 15-5 9 11 10-34z" opacity="0.75" />
      <path class="art-accent" d="M96 72l12 34-15-5-9 11-10-34z" />
      <circle class="art-paper" cx="80" cy="52" r="38" />
      <path
        class="art-ring art-thick"
        d="M101 73A29.700 29.700 0 0167 78.700M59 73A29.700 29.700 0 0159 31M67 25.300A29.700 29.700 0 01101 31"
      />
      <path class="spark-line" d="M106.500 39a29.700 29.700 0 010 26" fill="none" stroke-width="8" />
      <circle class="art-good" cx="80" cy="52" r="18" />
      <path class="art-check" d="M72 52l6 6 11-12" pathLength="1" />
    </>
  ),
}

/** A shop that opens: the lamp is lit. */
export const FIRST_RUN: Scene = {
  ground: 'warm',
  draw: () => (
    <>
      <path class="art-paper" d="M40 50h80v49a4 4 0 01-4 4H44a4 4 0 01-4-4z" />
      <path class="art-ink" d="M104 50h16v49a4 4 0 01-4 4h-12z" opacity="0.06" />
      <rect class="art-glass" x="48" y="70" width="30" height="22" rx="4" />
      <path class="art-edge" d="M90 103V74a4 4 0 014-4h12a4 4 0 014 4v29" />
      <circle class="spark" cx="104" cy="88" r="2.800" />
      <path class="art-ink" d="M40 50h80v16H40z" opacity="0.1" />
      <path
        class="art-accent"
        d="M42 26h76l12 24v3a10 10 0 01-20 0 10 10 0 01-20 0 10 10 0 01-20 0 10 10 0 01-20 0 10 10 0 01-20 0v-3z"
      />
      <path
        class="art-paper"
        d="M57.200 26h15.200L70 50v3a10 10 0 01-20 0v-3zM87.600 26h15.200l7.200 24v3a10 10 0 01-20 0v-3z"
      />
      <circle class="spark" cx="80" cy="16" r="5" />
      <path class="art-line" d="M68 13l-4-2M92 13l4-2" />
    </>
  ),
}
