import type { CompanyPhoto } from './company-schema.ts'

/** What uploaded photographs of the company have in place of a form's key. */
export const companyPhotosKey = 'company'

/** Finds every photograph in a company, or in a part of it. */
export function findPhotos(value: unknown): CompanyPhoto[] {
  if (typeof value !== 'object' || value === null) return []
  return 'file' in value && 'alt' in value ? [value as CompanyPhoto] : Object.values(value).flatMap(findPhotos)
}

/** The others are files of the build, whose names have an extension. */
export function isUploaded({ file }: Pick<CompanyPhoto, 'file'>): boolean {
  return !file.includes('.')
}

/** Returns the ids of the uploaded photographs. */
export function photoIds(company: unknown): string[] {
  return [
    ...new Set(
      findPhotos(company)
        .filter(isUploaded)
        .map(({ file }) => file),
    ),
  ]
}
