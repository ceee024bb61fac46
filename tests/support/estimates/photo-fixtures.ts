import sharp, { type Sharp } from 'sharp'

/** Words that no stored photo may have. */
export const planted = 'PLANTED 40.7484N 73.9857W'

const exif = {
  IFD0: { ImageDescription: planted, Make: 'Camera' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 44/1 54/1', GPSProcessingMethod: planted },
}

const [width, height] = [300, 200]

/** A picture whose top left quarter is red and whose rest is blue, as its viewer should see it. */
function upright(): Sharp {
  const red = { create: { width: width / 2, height: height / 2, channels: 3, background: '#d02020' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#2020d0' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

/** What a viewer does with a photo of each orientation, undone. Each is a rotation, and then maybe a mirroring. */
const undone: Readonly<Record<number, readonly [degrees: number, isMirrored: boolean]>> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [90, true],
  6: [270, false],
  7: [270, true],
  8: [90, false],
}

/** A photo as a camera stores it that was held so that it has to write this orientation. */
export async function cameraPhoto(orientation = 1): Promise<Buffer> {
  const [degrees, isMirrored] = undone[orientation] ?? [0, false]
  const rotated = await sharp(await upright().png().toBuffer())
    .rotate(degrees)
    .png()
    .toBuffer()
  const pixels = await sharp(rotated).flop(isMirrored).png().toBuffer()
  return await sharp(pixels).withExif(exif).withMetadata({ orientation }).jpeg().toBuffer()
}

/** Photos in the shapes that cameras, phones and programs write, each the same picture. */
export const photoShapes: Readonly<Record<string, () => Promise<Buffer>>> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((each) => [`JPEG with orientation ${each}`, () => cameraPhoto(each)]),
  ),
  'progressive JPEG': () => upright().withExif(exif).jpeg({ progressive: true }).toBuffer(),
  'CMYK JPEG': async () =>
    sharp(await upright().png().toBuffer())
      .toColourspace('cmyk')
      .withExif(exif)
      .jpeg()
      .toBuffer(),
  'PNG of 16 bits': async () =>
    sharp(await upright().png().toBuffer())
      .toColourspace('rgb16')
      .withExif(exif)
      .png()
      .toBuffer(),
  'transparent PNG': () => upright().ensureAlpha(0.9).withExif(exif).png().toBuffer(),
  WebP: () => upright().withExif(exif).webp().toBuffer(),
  'animated WebP': () => frames(3).then((one) => one.webp({ loop: 0, delay: [50, 50, 50] }).toBuffer()),
  'animated GIF': () => frames(3).then((one) => one.gif({ delay: [50, 50, 50] }).toBuffer()),
  'JPEG with a thumbnail of its own': withThumbnail,
  'JPEG with another file behind it': async () =>
    Buffer.concat([await cameraPhoto(), Buffer.from(`PK\u0003\u0004 <script>${planted}</script>`)]),
}

/** A photo whose Exif has a smaller JPEG, as cameras add it: the only entries are those of the second directory, IFD1. */
async function withThumbnail(): Promise<Buffer> {
  const photo = await upright().jpeg().toBuffer()
  const thumbnail = await sharp(photo).resize(30).withExif(exif).jpeg().toBuffer()
  const entries = [
    { tag: 0x0103, type: 3, value: 6 },
    { tag: 0x0201, type: 4, value: 56 },
    { tag: 0x0202, type: 4, value: thumbnail.length },
  ]
  const directories = Buffer.alloc(56)
  directories.write('II*\0')
  directories.writeUInt32LE(8, 4)
  // IFD0 is empty and followed by IFD1.
  directories.writeUInt32LE(14, 10)
  directories.writeUInt16LE(entries.length, 14)
  for (const [index, { tag, type, value }] of entries.entries()) {
    const at = 16 + index * 12
    directories.writeUInt16LE(tag, at)
    directories.writeUInt16LE(type, at + 2)
    directories.writeUInt32LE(1, at + 4)
    directories.writeUInt32LE(value, at + 8)
  }
  const body = Buffer.concat([Buffer.from('Exif\0\0'), directories, thumbnail])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([photo.subarray(0, 2), head, body, photo.subarray(2)])
}

async function frames(count: number): Promise<Sharp> {
  const frame = await upright().png().toBuffer()
  return sharp(
    Array.from({ length: count }, () => frame),
    { join: { animated: true } },
  )
}

/** A photo of 12 megapixels, with about as many details as one of a room. */
export async function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return await sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#888', noise } })
    .blur(1.2)
    .withExif(exif)
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** The same as a browser sends it. */
export async function shrunkPhoto(): Promise<Buffer> {
  return await sharp(await largePhoto())
    .resize({ width: 2560 })
    .webp({ quality: 65 })
    .toBuffer()
}

/** A GIF of many tiny frames, which takes long to decode whole. */
export async function manyFrames(count: number): Promise<Buffer> {
  const gif = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .gif()
    .toBuffer()
  // The frame lies between the header with its color table and the trailer.
  const start = gif.indexOf(Buffer.from([0x21, 0xf9]))
  const [head, frame] = [gif.subarray(0, start), gif.subarray(start, -1)]
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from([0x3b])])
}

/** The header of a PNG that claims to have this size, and little else. */
export async function bomb(side: number): Promise<Buffer> {
  return await sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9, palette: true, colours: 2 })
    .toBuffer()
}

export const notPhotos = (jpeg: Buffer): Readonly<Record<string, Buffer>> => ({
  'an SVG': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
  ),
  'a PDF': Buffer.from('%PDF-1.7\n%%EOF\n'),
  'a PDF with a JPEG inside': Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg, Buffer.from('\n%%EOF\n')]),
  'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a page that begins like a GIF': Buffer.from('GIF89a=1;/*<script>alert(1)</script>*/'),
  'a TIFF': Buffer.from('49492a0008000000', 'hex'),
  'an iPhone’s own format': Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
  'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
  'the head of a JPEG': jpeg.subarray(0, 20),
  nothing: Buffer.alloc(0),
})
