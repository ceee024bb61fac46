import type { ReactNode } from 'react'

type DescriptionItemProps = {
  label: string
  className?: string | undefined
  children: ReactNode
  /** It follows the value. */
  separator?: ReactNode
}

/** The value may have any language and direction. */
export function DescriptionItem({ label, className, children, separator }: DescriptionItemProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
        {separator}
      </dd>
    </div>
  )
}
