import { MailIcon, PhoneIcon, PinIcon } from '#client/components/icons.tsx'
import styles from './contact-links.module.css'

/** Encodes the address, so that no part of it becomes a header. */
function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}

/** Undefined without digits to dial. */
function phoneHref(phone: string): string | undefined {
  const [number = '', extension = ''] = phone.split(/ext\.?|x|#|;/i)
  const digits = number.replace(/\D/g, '')
  if (digits === '') return undefined
  const international = number.trim().startsWith('+') ? '+' : ''
  const dialled = extension.replace(/\D/g, '')
  return `tel:${international}${digits}${dialled ? `;ext=${dialled}` : ''}`
}

function mapHref(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`
}

type ContactLinksProps = {
  email: string
  phone: string | null
  place?: string
}

export function ContactLinks({ email, phone, place }: ContactLinksProps) {
  return (
    <ul className={styles.links}>
      <li>
        <a href={mailHref(email)}>
          <MailIcon />
          <bdi>{email}</bdi>
        </a>
      </li>
      {phone && (
        <li>
          <PhoneLink phone={phone} />
        </li>
      )}
      {place && (
        <li>
          <a href={mapHref(place)} target="_blank" rel="noopener noreferrer">
            <PinIcon />
            <span>
              Map of <bdi>{place}</bdi> (new tab)
            </span>
          </a>
        </li>
      )}
    </ul>
  )
}

function PhoneLink({ phone }: { phone: string }) {
  const href = phoneHref(phone)
  const content = (
    <>
      <PhoneIcon />
      <bdi>{phone}</bdi>
    </>
  )
  return href ? <a href={href}>{content}</a> : <span>{content}</span>
}
