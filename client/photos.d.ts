/** scripts/vite/photos.ts makes it from the folder `photos/`. */
declare module 'virtual:photos' {
  type Converted = {
    /** Pixels of the original. */
    readonly width: number
    readonly height: number
    /** Values of `srcset`. */
    readonly avif: string
    readonly webp: string
    readonly src: string
  }
  const photos: Readonly<Record<string, Converted>>
  export default photos
}
