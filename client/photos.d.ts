/** scripts/vite/photos.ts makes it from the folder `photos/`. */
declare module 'virtual:photos' {
  type Converted = {
    /** The original has so many pixels. */
    readonly width: number
    readonly height: number
    /** It is the value of `srcset`. */
    readonly avif: string
    /** It leads to one of the sizes. */
    readonly webp: string
  }
  const photos: Readonly<Record<string, Converted>>
  export default photos
}
