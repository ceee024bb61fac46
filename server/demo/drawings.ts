import type { OptionValue, projectTypes } from '#shared/estimates/options.ts'

/** A drawing that stands for a photo. */
export type Drawing = { readonly svg: string; readonly width: number; readonly height: number }

const [long, short] = [1600, 1200]

function box(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
}

/** Draws a part for each number below `count`. */
function times(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join('')
}

/** Adds the light of a lamp or a window, and the dark corners of a phone's picture. */
function drawing(width: number, height: number, parts: readonly string[]): Drawing {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="light" cx=".45" cy=".35" r=".9"><stop stop-color="#fff" stop-opacity=".25"/>
    <stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".45"/></radialGradient>
    ${parts.join('')}${box(0, 0, width, height, 'url(#light)')}</svg>`
  return { svg, width, height }
}

/** Boards or tiles that become narrower towards the wall. */
function ground(top: number, width: number, height: number, color: string, line: string): string {
  const lines = times(15, (index) => {
    const from = (width * index) / 14
    return `M${from} ${top}L${width / 2 + (from - width / 2) * 2.4} ${height}`
  })
  const rows = times(6, (index) => `M0 ${top + (height - top) * (index / 6) ** 1.7}h${width}`)
  return `${box(0, top, width, height - top, color)}<path d="${lines}${rows}" stroke="${line}" stroke-width="4"/>`
}

function kitchen(cabinets: string, wall: string): Drawing {
  const door = (x: number, y: number, height: number) =>
    box(x + 6, y, 188, height, cabinets, 'rx="4"') +
    box(x + 26, y + 20, 148, height - 40, 'none', 'stroke="#0003" stroke-width="4"') +
    box(x + 168, y + height / 2 - 30, 8, 60, '#ddd')
  return drawing(long, short, [
    box(0, 0, long, 860, wall),
    ground(860, long, short, '#b08d62', '#7d6040'),
    times(48, (index) =>
      box(500 + (index % 16) * 70, 420 + Math.floor(index / 16) * 70, 66, 66, '#e9e4d8', 'stroke="#cfc8b8"'),
    ),
    times(4, (index) => door(700 + index * 200, 80, 340)),
    box(60, 120, 400, 420, '#f6f6f2'),
    box(80, 140, 360, 380, '#bcd9ee'),
    '<path d="M260 140v380M80 330h360" stroke="#f6f6f2" stroke-width="14"/><path d="M80 520l120-110 90 60 150-100v150z" fill="#8fae88"/>',
    times(8, (index) => (index === 3 ? '' : door(index * 200, 680, 250))),
    box(0, 630, long, 50, '#3c3a38'),
    box(606, 680, 190, 260, '#4b4d51') + box(626, 760, 150, 120, '#1b1c1f') + box(616, 700, 170, 14, '#c8c8c8'),
    '<path d="M220 630v-90q0-40 50-40t50 40v20" fill="none" stroke="#aeb4b9" stroke-width="16"/>',
    '<path d="M1240 0v130" stroke="#222" stroke-width="6"/><path d="M1170 190q70-110 140 0z" fill="#e0a93b"/>',
    box(0, 940, long, 26, '#0005'),
  ])
}

function bathroom(tiles: string): Drawing {
  return drawing(short, long, [
    box(0, 0, short, long, '#f1efe9'),
    times(130, (index) =>
      box(
        (index % 10) * 120,
        380 + Math.floor(index / 10) * 70,
        114,
        64,
        tiles,
        `opacity="${0.75 + (index % 3) / 12}"`,
      ),
    ),
    ground(1290, short, long, '#d6d6d2', '#9a9a96'),
    box(110, 120, 360, 480, '#8d9aa2') + box(130, 140, 320, 440, '#cfdde4'),
    '<path d="M130 420l200-280h90L130 560z" fill="#fff" opacity=".4"/>',
    '<path d="M90 820h400l-50 150H140z" fill="#fff"/><path d="M250 970h80v320h-80z" fill="#ececec"/>',
    '<path d="M290 820v-70h70" fill="none" stroke="#9aa3a8" stroke-width="16"/>',
    '<path d="M560 980h680v360H640q-80 0-80-90z" fill="#fbfbfb" stroke="#d5d5d5" stroke-width="6"/>',
    '<path d="M1090 300v-80q0-40-60-40h-70v50" fill="none" stroke="#9aa3a8" stroke-width="14"/>',
    // This is the leak.
    '<path d="M840 0q-40 150 60 190t150 60 150-40V0z" fill="#b69b6a" opacity=".45"/>',
    '<path d="M900 0q0 90 60 130t150 20" fill="none" stroke="#8a6d3c" stroke-width="5" opacity=".6"/>',
  ])
}

function facade(brick: string): Drawing {
  const window = (x: number, y: number) =>
    box(x - 14, y - 24, 208, 24, '#d8c9ab') +
    box(x, y, 180, 270, '#2e3a44') +
    box(x + 12, y + 12, 156, 120, '#9db8c8') +
    box(x + 12, y + 142, 156, 116, '#87a3b4') +
    box(x - 14, y + 270, 208, 22, '#d8c9ab')
  return drawing(short, long, [
    box(0, 0, short, long, '#a9c9e4'),
    box(0, 420, 130, 980, '#8d7f73') + box(1070, 340, 130, 1060, '#6f5a50'),
    box(130, 220, 940, 1180, brick),
    times(46, (index) => box(130, 240 + index * 25, 940, 3, '#0002')),
    times(23, (index) =>
      times(11, (column) => box(160 + column * 80 + (index % 2) * 40, 240 + index * 50, 3, 25, '#0002')),
    ),
    box(100, 180, 1000, 60, '#4d3c33') + times(14, (index) => box(130 + index * 70, 240, 30, 34, '#4d3c33')),
    times(6, (index) => window(210 + (index % 3) * 300, index < 3 ? 340 : 740)),
    window(510, 1090) + window(810, 1090),
    box(200, 1080, 200, 320, '#d8c9ab') + box(225, 1105, 150, 295, '#3a2418'),
    box(0, 1400, short, 200, '#9b9b98') + box(0, 1480, short, 10, '#7d7d7a'),
    times(4, (index) => box(180 - index * 24, 1385 + index * 32, 240 + index * 48, 34, '#86705d')),
  ])
}

function roof(): Drawing {
  const skyline = [320, 210, 420, 260, 360, 180, 460, 300, 240, 390, 280, 340]
  return drawing(long, short, [
    box(0, 0, long, short, '#b9d3e6'),
    skyline
      .map((height, index) => box(index * 140, 620 - height, 118, height, index % 2 ? '#8b98a3' : '#9aa7b1'))
      .join(''),
    ground(620, long, short, '#66676a', '#515255'),
    box(0, 560, long, 90, '#8a4f3d') + box(0, 545, long, 24, '#c9bfae'),
    box(1080, 380, 200, 380, '#7d4433') + box(1060, 360, 240, 36, '#c9bfae'),
    times(9, (index) => box(1080, 410 + index * 38, 200, 3, '#0003')),
    '<ellipse cx="520" cy="900" rx="330" ry="70" fill="#3d4a55" opacity=".8"/><ellipse cx="470" cy="890" rx="190" ry="26" fill="#9fb6c6" opacity=".6"/>',
    '<path d="M180 1090l340-120 150 90 310-70" fill="none" stroke="#2b2c2e" stroke-width="8"/>',
  ])
}

function yard(): Drawing {
  return drawing(long, short, [
    box(0, 0, long, 700, '#bfdcec'),
    '<circle cx="1250" cy="330" r="250" fill="#5d8a55"/><circle cx="1050" cy="420" r="170" fill="#6c9a60"/>',
    box(1200, 480, 60, 260, '#5b4331'),
    times(
      17,
      (index) => box(index * 96, 420 + (index % 3) * 4, 86, 330, '#a57c52') + box(index * 96 + 8, 440, 4, 300, '#0002'),
    ),
    box(0, 700, long, 120, '#6f9a58'),
    ground(800, long, short, '#8d6b4b', '#5d452f'),
    '<path d="M720 960l210 30 40 120-250-40z" fill="#3a2c20"/>',
    box(180, 640, 30, 330, '#7b5b3d') + box(180, 640, 520, 26, '#7b5b3d') + box(670, 640, 30, 330, '#7b5b3d'),
    times(6, (index) => box(250 + index * 70, 666, 16, 280, '#7b5b3d')),
  ])
}

function basement(): Drawing {
  return drawing(long, short, [
    box(0, 0, long, 840, '#8f8d88'),
    times(8, (index) => box(0, 105 * index, long, 3, '#0002')),
    times(8, (index) => times(9, (column) => box(column * 200 + (index % 2) * 100, 105 * index, 3, 105, '#0002'))),
    ground(840, long, short, '#75736e', '#676560'),
    box(0, 0, long, 70, '#5b4632') + times(9, (index) => box(index * 190, 70, 60, 50, '#4a3827')),
    box(0, 150, long, 34, '#b5743e') + box(1180, 150, 34, 690, '#b5743e'),
    box(140, 430, 220, 440, '#d7d9da', 'rx="110"'),
    '<path d="M250 430V184" stroke="#b5743e" stroke-width="26"/>',
    box(690, 250, 260, 130, '#c9dbe6') + box(690, 310, 260, 8, '#555'),
    '<path d="M520 70v150" stroke="#222" stroke-width="5"/><circle cx="520" cy="250" r="36" fill="#ffe9a8"/>',
    '<path d="M900 1010q180-60 380 0t-60 90-330-20z" fill="#4c5459" opacity=".8"/><path d="M1250 560q-60 160 30 280" fill="none" stroke="#4f4d49" stroke-width="7"/>',
  ])
}

/** It looks like a plan that somebody drew by hand. */
function plan(): Drawing {
  return drawing(short, long, [
    box(0, 0, short, long, '#6b4a33'),
    '<g transform="rotate(-3 600 800)">',
    box(110, 110, 980, 1380, '#f7f4ea'),
    times(26, (index) => box(110, 160 + index * 50, 980, 2, '#cfdbe8')),
    '<path d="M220 300l740-12 10 860-746 14zM226 720l300-6m100-2l340-4M620 300l4 160m0 110l2 136" fill="none" stroke="#26355c" stroke-width="10" stroke-linecap="round"/>',
    '<path d="M526 714q10-90 100-2M620 460q70 10 4 110" fill="none" stroke="#26355c" stroke-width="5"/>',
    box(690, 320, 240, 70, 'none', 'stroke="#26355c" stroke-width="6"') +
      box(250, 980, 160, 140, 'none', 'stroke="#26355c" stroke-width="6"'),
    '<path d="M216 1230h756m-756-24v48m756-48v48M1020 296v856" stroke="#b23b2e" stroke-width="5"/>',
    '<g font-family="sans-serif" font-style="italic" font-size="46" fill="#26355c"><text x="320" y="540">bedroom</text><text x="720" y="560">kitchen</text><text x="520" y="960">living</text><text x="540" y="1300" fill="#b23b2e">18 ft</text></g></g>',
  ])
}

export const drawings = {
  kitchen: kitchen('#7d8f86', '#efe9dc'),
  kitchenInWood: kitchen('#a8784d', '#e4ebe8'),
  kitchenInWhite: kitchen('#f0eee9', '#c9d6dc'),
  bathroom: bathroom('#9dc3c1'),
  bathroomInPink: bathroom('#dcb1a8'),
  facade: facade('#9c4f3c'),
  facadeInBrown: facade('#8a6a52'),
  roof: roof(),
  yard: yard(),
  basement: basement(),
  plan: plan(),
} as const

export type DrawingName = keyof typeof drawings

/** What customers show of each type of project. */
export const shown: Readonly<Record<OptionValue<typeof projectTypes>, readonly DrawingName[]>> = {
  'new-construction': ['yard', 'plan', 'facadeInBrown'],
  'home-addition': ['facade', 'plan', 'roof'],
  'kitchen-remodel': ['kitchen', 'plan', 'kitchenInWood', 'kitchenInWhite', 'facade', 'basement'],
  'bathroom-remodel': ['bathroom', 'bathroomInPink', 'plan'],
  'basement-finishing': ['basement', 'plan'],
  'roof-replacement': ['roof', 'facadeInBrown'],
  'siding-installation': ['facadeInBrown', 'facade'],
  'deck-patio': ['yard', 'plan'],
  commercial: ['facade', 'basement', 'plan'],
  other: ['plan', 'yard'],
}
