import type * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { NameField } from '#client/components/name-field.tsx'
import { reportError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { type AccountUser, ownNameSchema } from '#shared/account.ts'
import page from './account-page.module.css'
import styles from './name-section.module.css'

/** What colleagues call the person. */
export function NameSection({ user }: { user: AccountUser }) {
  const form = useAccountForm(ownNameSchema, { name: user.name ?? '' })

  async function save({ name }: z.output<typeof ownNameSchema>): Promise<Record<string, string>> {
    hideError()
    try {
      await auth.setName({ name })
    } catch (error) {
      return reportError('Name Not Saved', error)
    }
    showSuccess({ title: 'Name saved', message: `Colleagues see you as ${name}.` })
    return {}
  }

  return (
    <section className={styles.section}>
      <h2 className={page.heading}>Your name</h2>
      <p className={page.note}>Colleagues see it beside your work. Older timeline entries keep what they said.</p>
      <AccountForm form={form} send={save} button={{ text: 'Save Name', busyText: 'Saving...' }}>
        <NameField {...form.getInputProps('name')} id="own-name" description={undefined} />
      </AccountForm>
    </section>
  )
}
