import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export function PhoneIcon() {
  return (
    <Icon>
      <path d="M6.6 3.5h-2a1.6 1.6 0 0 0-1.6 1.8 17 17 0 0 0 15.7 15.7 1.6 1.6 0 0 0 1.8-1.6v-2.6a1.5 1.5 0 0 0-1.1-1.4l-2.7-.8a1.5 1.5 0 0 0-1.6.5l-.9 1.1a13.6 13.6 0 0 1-5.9-5.9l1.1-.9a1.5 1.5 0 0 0 .5-1.6l-.8-2.7a1.5 1.5 0 0 0-1.5-1.6Z" />
    </Icon>
  )
}

export function MailIcon() {
  return (
    <Icon>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="m3.5 7.5 8.5 6 8.5-6" />
    </Icon>
  )
}

export function MessageIcon() {
  return (
    <Icon>
      <path d="M4 4.5h16v11h-9.5L6 19.5v-4H4Z" />
    </Icon>
  )
}

export function CheckIcon() {
  return (
    <Icon>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  )
}

export function AlertIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5M12 16.3v.2" />
    </Icon>
  )
}

export function ArrowIcon() {
  return (
    <Icon>
      <path d="M5 12h13M13 6.5l5.5 5.5-5.5 5.5" />
    </Icon>
  )
}

export function ChevronDownIcon() {
  return (
    <Icon>
      <path d="m6 9.5 6 6 6-6" />
    </Icon>
  )
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  )
}

export function ClockIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.2l3.4 2" />
    </Icon>
  )
}

export function PinIcon() {
  return (
    <Icon>
      <path d="M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21Z" />
      <circle cx="12" cy="9.5" r="2.5" />
    </Icon>
  )
}

export function ShieldIcon() {
  return (
    <Icon>
      <path d="M12 3 5 5.6v5.6c0 4.4 2.9 7.7 7 9.8 4.1-2.1 7-5.4 7-9.8V5.6Z" />
      <path d="m9 11.8 2.2 2.2L15.2 10" />
    </Icon>
  )
}

export function HouseIcon() {
  return (
    <Icon>
      <path d="m3.5 11.5 8.5-7 8.5 7M6 9.5V20h12V9.5M10 20v-5.5h4V20" />
    </Icon>
  )
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </Icon>
  )
}

export function ListIcon() {
  return (
    <Icon>
      <path d="M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.1M4 12h.1M4 18h.1" />
    </Icon>
  )
}

export function ChartIcon() {
  return (
    <Icon>
      <path d="M4 20h16M7 20v-7M12 20V5M17 20v-10" />
    </Icon>
  )
}

export function MenuIcon() {
  return (
    <Icon>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </Icon>
  )
}

export function StarIcon() {
  return (
    <Icon>
      <path fill="currentColor" d="m12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.8-5.2 2.8 1-5.8-4.2-4.1 5.8-.8Z" />
    </Icon>
  )
}

export function CardsIcon() {
  return (
    <Icon>
      <rect x="4" y="4.5" width="16" height="6.5" rx="1.5" />
      <rect x="4" y="14" width="16" height="6.5" rx="1.5" />
    </Icon>
  )
}

export function RowsIcon() {
  return (
    <Icon>
      <path d="M4 5.5h16M4 9.8h16M4 14.2h16M4 18.5h16" />
    </Icon>
  )
}

export function MoreIcon() {
  return (
    <Icon>
      <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" />
    </Icon>
  )
}

export function BookmarkIcon() {
  return (
    <Icon>
      <path d="M6.5 4h11v16.5L12 16l-5.5 4.5Z" />
    </Icon>
  )
}

export function CameraIcon() {
  return (
    <Icon>
      <path d="M3.5 8.5h3.7L9 5.5h6l1.8 3h3.7v10.5h-17Z" />
      <circle cx="12" cy="13.3" r="3.2" />
    </Icon>
  )
}
