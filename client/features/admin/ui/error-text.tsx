import { Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'

type ErrorTextProps = Pick<TextProps, 'w'> & { id?: string; children: ReactNode }

/** Says what went wrong, beside what it is about. */
export function ErrorText(props: ErrorTextProps) {
  return <Text c="error" size="sm" fw={600} role="alert" {...props} />
}
