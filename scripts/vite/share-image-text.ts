import { company, licenseLine } from '../../shared/company.ts'

export const smallPrint = `${company.claims.licensed.sentence} · ${licenseLine}`

/** Describes the share image to people who cannot see it. */
export const shareImageText = `${company.name}: ${company.headline.join(' ')} ${smallPrint}. A skyline at night.`
