import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { MailIcon, PhoneIcon } from '#client/components/icons.tsx'
import { readPhoneNumber } from '#shared/phone-numbers.ts'

type ContactButtonProps = {
  name: string
  /** It is empty where a caller gave none. */
  email: string
  phone: string | null
  /** Called when the link to call is pressed, before the phone takes over. */
  onCall?: (event: MouseEvent<HTMLElement>) => void
}

/**
 * A row's link to call, or to email where there is no number to dial; the row has the address. It renders nothing where
 * there is neither.
 */
export function ContactButton({ name, email, phone, onCall }: ContactButtonProps) {
  const call = phone === null ? undefined : readPhoneNumber(phone)
  if (call?.href)
    return (
      <Button component="a" href={call.href} variant="default" leftSection={<PhoneIcon />} onClick={onCall}>
        <span className="unseen">Call {name}: </span>
        <bdi>{call.text}</bdi>
      </Button>
    )
  if (email === '') return null
  return (
    <Button component="a" href={mailHref(email)} variant="default" leftSection={<MailIcon />}>
      Email
      <span className="unseen"> {name}</span>
    </Button>
  )
}

/** A row's link to write a text message. It renders nothing where the number takes none. */
export function TextButton({ name, phone }: Pick<ContactButtonProps, 'name' | 'phone'>) {
  const textHref = toTextHref(phone)
  if (!textHref) return null
  return (
    <Button component="a" href={textHref} variant="default">
      Text<span className="unseen"> {name}</span>
    </Button>
  )
}

/** Returns undefined where there is no number that takes text messages. */
export function toTextHref(phone: string | null): string | undefined {
  return phone === null ? undefined : readPhoneNumber(phone).textHref
}

/** Encodes the address, so that no part of it becomes a header. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
