declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2' | 'sfnt'
    /** The part of an axis to keep, or the one value to pin it to. */
    variationAxes?: Record<string, number | { min: number; max: number }>
    /** The layout features to keep, by their four letters; all when left out. */
    keepFeatures?: readonly string[]
  }
  /** The font with the glyphs of a text only. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
