import { hourMs } from '#shared/durations.ts'

/** A request has at most so many. */
export const maxPhotos = 6
/** A photo has at most so many bytes when it arrives. */
export const maxPhotoBytes = 10 * 1024 * 1024
export const maxPhotoPixels = 50_000_000
/** The longest side of a stored photo, in pixels. Browsers make photos that small before they send them. */
export const photoSide = 2560
/** The longest side of a photo on pages that show several. */
export const smallPhotoSide = 640
/** For so long after a request was sent, its form may still add photos. */
export const latePhotosMs = hourMs
/** For so long, a photo waits for its request. */
export const waitingPhotoMs = 24 * hourMs

/** For file inputs: where it lists these, iPhones send a JPEG instead of their own format. */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/gif'

export const photoProblems = {
  unreadable: 'We can’t read this file as a photo. Please choose a JPEG, PNG, WebP or GIF.',
  tooLarge: 'A photo can have at most 10 MB. Please choose a smaller one.',
  tooManyPixels: 'A photo can have at most 50 megapixels. Please choose a smaller one.',
  none: 'Please choose a photo.',
  unavailable: 'Photos can’t be added right now. Please try again in a moment.',
  tooMany: 'You can add up to six photos.',
  tooLate: 'Photos can no longer be added here. Please use the link in our email, or call us.',
} as const

/** What a stored photo is downloaded as. */
export function photoFileName(id: string): string {
  return `photo-${id.slice(0, 8)}.jpg`
}

/** A photo without its bytes; the size is in pixels. */
export type Photo = { readonly id: string; readonly width: number; readonly height: number }
