import { company, licenseLine } from '#shared/company.ts'

export const smallPrint = `${company.claims.licensed.sentence} · ${licenseLine}`

/** Serves as alternative text. */
export const shareImageText = `${company.name}: ${company.headline.join(' ')} ${smallPrint}. A skyline at night.`
