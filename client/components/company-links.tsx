import { company } from '#shared/company.ts'
import { MailIcon, PhoneIcon } from './icons.tsx'

type CompanyLinkProps = { className?: string | undefined }

export function PhoneLink({ className }: CompanyLinkProps) {
  return (
    <a href={company.phone.href} className={className}>
      <PhoneIcon />
      {company.phone.display}
    </a>
  )
}

export function EmailLink({ className }: CompanyLinkProps) {
  return (
    <a href={`mailto:${company.email}`} className={className}>
      <MailIcon />
      {company.email}
    </a>
  )
}
