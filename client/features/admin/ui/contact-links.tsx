import { MailIcon, PhoneIcon, PinIcon } from '#client/components/icons.tsx'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import styles from './contact-links.module.css'

/** Encodes the address, so that no part of it becomes a header. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}

function mapHref(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`
}

type ContactLinksProps = {
  /** Empty where a caller gave none. */
  email: string
  phone: string | null
  place?: string
  compact?: boolean
}

export function ContactLinks({ email, phone, place, compact = false }: ContactLinksProps) {
  return (
    <ul className={compact ? `${styles.links} ${styles.compact}` : styles.links}>
      <li>
        {email === '' ? (
          <span className={styles.none}>No email</span>
        ) : (
          <a href={mailHref(email)}>
            <MailIcon />
            <bdi>{email}</bdi>
          </a>
        )}
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
              Map
              <span className={styles.where}>
                {' '}
                of <bdi>{place}</bdi> (new tab)
              </span>
            </span>
          </a>
        </li>
      )}
    </ul>
  )
}

function PhoneLink({ phone }: { phone: string }) {
  const { text, href } = readPhoneNumber(phone)
  const content = (
    <>
      <PhoneIcon />
      <bdi>{text}</bdi>
    </>
  )
  return href ? <a href={href}>{content}</a> : <span>{content}</span>
}
