import { SmallPrint, TextLink } from './email-parts.tsx'
import { wrapped } from './email-text.ts'

const why = (label: string) => `You get this email because "${label}" is switched on in your account.`
const change = 'Change your notifications'

export function switchesText(label: string, href: string): string {
  return `${wrapped(why(label))}\n${change}:\n${href}`
}

export function SwitchesNote({ label, href }: { readonly label: string; readonly href: string }) {
  return (
    <SmallPrint>
      You get this email because "{label}" is switched on in your account. <TextLink href={href}>{change}</TextLink>
    </SmallPrint>
  )
}
