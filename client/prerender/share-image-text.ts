import { company, isShown, licenseLine } from '#shared/company.ts'

const { licensed } = company.claims

export const smallPrint = isShown(licensed) ? `${licensed.sentence} · ${licenseLine}` : licenseLine

/** Serves as alternative text. */
export const shareImageText = `${company.name}: ${company.headline.join(' ')} ${smallPrint}. A skyline at night.`
