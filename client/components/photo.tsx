import photos from 'virtual:photos'
import type { CompanyPhoto } from '#shared/company-schema.ts'

type PhotoProps = {
  photo: CompanyPhoto
  /** The width on the page, as the attribute `sizes` has it. */
  sizes: string
  className?: string | undefined
  /** It is in sight when the page opens. */
  first?: boolean
}

/** Keeps its place while it loads. */
export function Photo({ photo, sizes, className, first = false }: PhotoProps) {
  const converted = photo.sizes ?? photos[photo.file]
  // Prerendering ends with it, so that no page is built without its photograph.
  if (!converted)
    throw new Error(`The company file names ${photo.file}, which is not a photograph in the folder photos/.`)
  const { width, height, avif, webp } = converted
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        className={className}
        alt={photo.alt}
        width={width}
        height={height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        src={webp}
      />
    </picture>
  )
}
