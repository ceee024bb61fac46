/** scripts/vite/photos.ts makes it from the folder `photos/`. */
declare module 'virtual:photos' {
  type Converted = {
    /** The size of the original, in pixels. */
    readonly width: number
    readonly height: number
    /** The value of `srcset`. */
    readonly avif: string
    /** The URL of one size. */
    readonly webp: string
  }
  const photos: Readonly<Record<string, Converted>>
  export default photos
}
