import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { sendPhoto } from '#client/features/photos/send-photo.ts'
import { shrinkPhoto } from '#client/features/photos/shrink-photo.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { isUploaded } from '#shared/company-photos.ts'
import type { CompanyPhoto } from '#shared/company-schema.ts'
import { photoSide } from '#shared/estimates/photos.ts'
import fields from '../intake/detail-fields.module.css'
import { ErrorText } from '../ui/form.tsx'
import styles from './company.module.css'

const notReached = 'The photograph didn’t reach the server. Please try again.'
const types = 'image/jpeg,image/png,image/webp'
/** The site shows it up to 1,600 pixels wide. A phone sends as much in ten seconds over slow 4G. */
const wantedBytes = 1_500_000

/** A photograph on its way. The thumbnail is a data URL, which is missing where the browser cannot read the file. */
type Sending = { readonly thumbnail?: string; readonly percent: number }

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
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<string>()
  const choose = useRef<HTMLButtonElement>(null)
  const shown = problem ?? error
  // Its entry may have moved when a photograph has reached the server.
  const latest = useRef(props)
  latest.current = props

  async function send(file: File | null): Promise<void> {
    if (!file || sending) return
    setSending({ percent: 0 })
    setProblem(undefined)
    const id = randomUuid()
    const failure = await upload(id, file, setSending)
    setSending(undefined)
    setProblem(failure)
    if (failure !== undefined || isRemoved()) return
    latest.current.onChange({ file: id, alt: latest.current.photo?.alt ?? '' })
  }

  return (
    <>
      {sending?.thumbnail ? (
        <img className={styles.photo} src={sending.thumbnail} alt="" data-sending />
      ) : (
        photo && <StoredPhoto {...photo} />
      )}
      {photo && children}
      <Stack gap="xs" className={fields.wide}>
        {sending && (
          <progress
            className={styles.progress}
            aria-label="Uploading the photograph"
            value={sending.percent}
            max={100}
          />
        )}
        {shown && <ErrorText id={`${path}-error`}>{shown}</ErrorText>}
        <Group gap="xs">
          <FileButton accept={types} onChange={(file) => void send(file)}>
            {({ onClick }) => (
              <Button
                ref={choose}
                variant="default"
                aria-disabled={Boolean(sending)}
                aria-invalid={Boolean(shown)}
                aria-describedby={shown ? `${path}-error` : undefined}
                onClick={onClick}
              >
                {sending ? 'Uploading…' : photo ? 'Replace photograph' : 'Choose a photograph'}
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

function StoredPhoto(photo: CompanyPhoto) {
  if (!isUploaded(photo)) return <Text c="dimmed">{photo.file}, from the folder photos/</Text>
  return <img className={styles.photo} src={`/api/company-photos/${photo.file}`} alt={photo.alt} />
}

/** Returns what is wrong, for the user. */
async function upload(id: string, file: File, onChange: (sending: Sending) => void): Promise<string | undefined> {
  // The server says what is wrong with a file that the browser cannot read.
  const shrunk = await shrinkPhoto(file, photoSide, types, wantedBytes).catch(() => undefined)
  const show = (percent: number) => onChange({ ...(shrunk && { thumbnail: shrunk.thumbnail }), percent })
  show(0)
  const url = `/api/company-photos/${id}`
  const send = () => sendPhoto({ method: 'PUT', url, blob: shrunk?.blob ?? file, name: file.name, onPercent: show })
  try {
    let result = await send()
    if (!result.sent && result.isSignedOut) {
      await auth.refresh()
      result = await send()
    }
    return result.sent ? undefined : (result.problem ?? notReached)
  } catch {
    return notReached
  }
}
