import { createFileRoute } from '@tanstack/react-router'
import { MailPage } from '#client/features/admin/mail/mail-page.tsx'

export const Route = createFileRoute('/admin/mail')({ component: MailPage })
