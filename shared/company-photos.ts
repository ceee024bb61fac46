import type { Company, CompanyPhoto } from './company-schema.ts'

/** What uploaded photographs of the company have in place of a form's key. */
export const companyPhotosKey = 'company'

/** Every photograph in a company, or in a part of it. */
export function findPhotos(value: unknown): CompanyPhoto[] {
  if (typeof value !== 'object' || value === null) return []
  return 'file' in value && 'alt' in value ? [value as CompanyPhoto] : Object.values(value).flatMap(findPhotos)
}

/** The uploaded photographs. The others are files of the build, whose names have an extension. */
export function photoIds(company: Company): string[] {
  return [...new Set(findPhotos(company).map(({ file }) => file))].filter((file) => !file.includes('.'))
}
