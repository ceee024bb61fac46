import { join } from 'node:path'
import type { MailMessage } from '#server/mail/messages/message.ts'

/** The folder where emails are written without an email service. */
export function mailFolderIn(dataDir: string): string {
  return join(dataDir, 'mail')
}

const emailFile =
  /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-([a-z.-]+)-([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.eml$/

/** A retry replaces the file. */
export function toFileName({ createdAt, kind, id }: Pick<MailMessage, 'createdAt' | 'kind' | 'id'>): string {
  const instant = createdAt.toISOString().replaceAll(':', '-')
  return `${[instant, kind, id].map((part) => part.replace(/[^\w.-]/g, '')).join('-')}.eml`
}

/** Whether a delivered message became a file: its `providerId` is the file's name. A mail service's id is none. */
export function isFileName(providerId: string | null): boolean {
  return providerId?.endsWith('.eml') ?? false
}

/** @returns undefined for a file that {@link toFileName} did not name */
export function readFileName(name: string): { readonly kind: string; readonly id: string } | undefined {
  const [, kind, id] = emailFile.exec(name) ?? []
  return kind && id ? { kind, id } : undefined
}
