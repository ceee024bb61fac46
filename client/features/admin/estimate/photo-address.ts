import type { Photo } from '#shared/estimates/photos.ts'

export function photoPath({ id }: Photo, size: 'small' | 'large'): string {
  return `/api/photos/${id}/${size}`
}

/** @param index from 0 */
export function photoLabel(index: number, count: number): string {
  return count === 1 ? 'Photo' : `Photo ${index + 1} of ${count}`
}
