import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { auth } from '#client/lib/auth/auth-client.ts'
import { isUploaded } from '#shared/company-photos.ts'
import type { CompanyPhoto } from '#shared/company-schema.ts'
import fields from '../intake/detail-fields.module.css'
import { ErrorText } from '../ui/form.tsx'
import styles from './company.module.css'

const notReached = 'The photograph didn’t reach the server. Please try again.'
/** A phone may need minutes for a large one. */
const timeoutMs = 180_000

type PhotoFieldProps = {
  path: string
  photo: CompanyPhoto | undefined
  error: ReactNode
  isOptional: boolean
  onChange: (photo: CompanyPhoto | undefined) => void
  /** Whether the entry of the list that it was in is gone. */
  isRemoved: () => boolean
  /** The field for what it shows. */
  children: ReactNode
}

/** Sends a photograph at once. It is on the site after the company is saved and published. */
export function PhotoField(props: PhotoFieldProps) {
  const { path, photo, error, isOptional, onChange, isRemoved, children } = props
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const choose = useRef<HTMLButtonElement>(null)
  const shown = problem ?? error
  // Its entry may have moved when a photograph has reached the server.
  const latest = useRef(props)
  latest.current = props

  async function send(file: File | null): Promise<void> {
    if (!file || isBusy) return
    setBusy(true)
    setProblem(undefined)
    const id = randomUuid()
    const failure = await upload(id, file)
    setBusy(false)
    setProblem(failure)
    if (failure !== undefined || isRemoved()) return
    latest.current.onChange({ file: id, alt: latest.current.photo?.alt ?? '' })
  }

  return (
    <>
      {photo && (
        <>
          {isUploaded(photo) ? (
            <img className={styles.photo} src={`/api/company-photos/${photo.file}`} alt={photo.alt} />
          ) : (
            <Text c="dimmed">{photo.file}, from the folder photos/</Text>
          )}
          {children}
        </>
      )}
      <Stack gap="xs" className={fields.wide}>
        {shown && <ErrorText id={`${path}-error`}>{shown}</ErrorText>}
        <Group gap="xs">
          <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => void send(file)}>
            {({ onClick }) => (
              <Button
                ref={choose}
                variant="default"
                aria-disabled={isBusy}
                aria-invalid={Boolean(shown)}
                aria-describedby={shown ? `${path}-error` : undefined}
                onClick={onClick}
              >
                {isBusy ? 'Uploading…' : photo ? 'Replace photograph' : 'Choose a photograph'}
              </Button>
            )}
          </FileButton>
          {photo && isOptional && (
            <Button
              variant="subtle"
              onClick={() => {
                onChange(undefined)
                choose.current?.focus()
              }}
            >
              Remove photograph
            </Button>
          )}
        </Group>
      </Stack>
    </>
  )
}

/** Returns what is wrong, for the user. */
async function upload(id: string, file: File): Promise<string | undefined> {
  const put = () => {
    const body = new FormData()
    body.append('photo', file)
    return fetch(`/api/company-photos/${id}`, { method: 'PUT', body, signal: AbortSignal.timeout(timeoutMs) })
  }
  try {
    let response = await put()
    if (response.status === 401) {
      await auth.refresh()
      response = await put()
    }
    if (response.ok) return undefined
    const { message }: { message?: unknown } = await response.json()
    return typeof message === 'string' ? message : notReached
  } catch {
    return notReached
  }
}
