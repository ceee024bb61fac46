/** Six photos of this size take less than 20 seconds over slow 4G. */
const formPhotoBytes = 220_000
const qualities = [0.75, 0.6, 0.45, 0.3]
/** The longest side has so many pixels. */
const thumbnailSide = 160
/** Nobody would see much on a photo with a shorter longest side. */
const leastSide = 1_000

export type ShrunkPhoto = {
  readonly blob: Blob
  /** A JPEG as a data URL, since the content security policy allows no blob URLs. */
  readonly thumbnail: string
}

/**
 * Turns it upright, and leaves out what the camera noted, such as the place.
 *
 * @param side the longest one afterward, in pixels
 * @param sentAsIs the types that the server takes; such a file is kept where it is smaller
 * @param wantedBytes what the result has at most, if a picture of 1,000 pixels can be that small
 * @throws {Error} where the browser cannot read the file or encode pictures
 */
export async function shrinkPhoto(
  file: Blob,
  side: number,
  sentAsIs: string,
  wantedBytes = formPhotoBytes,
): Promise<ShrunkPhoto> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  let canvas = draw(picture, picture, side)
  // A large photo takes 200 MB, which the browser would free some time later.
  picture.close()
  const thumbnail = draw(canvas, canvas, thumbnailSide).toDataURL('image/jpeg', 0.7)
  let blob = await encodeSmall(canvas, wantedBytes)
  // Leaves and gravel stay too large at any quality.
  for (let shorter = side; blob.size > wantedBytes && shorter > leastSide; ) {
    shorter *= 0.625
    const smaller = draw(canvas, canvas, shorter)
    release(canvas)
    canvas = smaller
    blob = await encodeSmall(canvas, wantedBytes, 1)
  }
  release(canvas)
  const isSmaller = file.size <= blob.size && file.type !== '' && sentAsIs.split(',').includes(file.type)
  return { blob: isSmaller ? file : blob, thumbnail }
}

/** Safari has room for few canvases, and frees them late. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0
}

type Size = { readonly width: number; readonly height: number }

function draw(picture: CanvasImageSource, { width, height }: Size, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas.')
  context.imageSmoothingQuality = 'high'
  // A JPEG would be black where a picture is transparent.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** A phone takes a second or two for each try, so qualities that will not do are left out. */
async function encodeSmall(canvas: HTMLCanvasElement, wantedBytes: number, step = 0): Promise<Blob> {
  const last = qualities.length - 1
  const blob = await encode(canvas, qualities[step] ?? 0)
  const excess = blob.size / wantedBytes
  if (excess <= 1 || step === last) return blob
  // Each step takes off about a third.
  return await encodeSmall(canvas, wantedBytes, Math.min(last, step + (excess > 2 ? 3 : excess > 1.4 ? 2 : 1)))
}

/** Browsers that cannot write WebP make a PNG instead, which is far too large. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp', quality)
  return webp.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg', quality)
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), type, quality)
  })
}
