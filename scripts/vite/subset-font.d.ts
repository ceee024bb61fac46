declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2' | 'sfnt'
    /** Keeps a part of an axis, or pins it to one value. */
    variationAxes?: Record<string, number | { min: number; max: number }>
    /** Keeps all features by default. */
    keepFeatures?: readonly string[]
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
