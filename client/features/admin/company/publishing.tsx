import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Changing } from '#client/components/changing.tsx'
import { showError, showSuccess } from '#client/components/toasts.tsx'
import { api, type ReadCompany } from '#client/lib/api.ts'
import { errorCode, failureMessage } from '#client/lib/api-error.ts'
import { formatExactTime } from '#shared/formatting.ts'
import styles from './company.module.css'
import { changedFields } from './rooms.ts'

type PublishBarProps = {
  desk: ReadCompany
  /** Whether there is something to save first. */
  isChanged: boolean
}

/** Says whether the site shows the draft, and shows or publishes it. */
export function PublishBar({ desk, isChanged }: PublishBarProps) {
  const { revision, isPublished } = desk
  const { client, company } = api.useUtils()
  const { busy, run } = useTask<'preview' | 'publish'>()
  const isSaved = revision > 0
  const { status, hint } = describeState(desk, isChanged)
  const isHeld = isChanged || !isSaved || busy !== undefined

  const preview = () =>
    run('preview', 'No Preview', async () => {
      // Browsers open a tab in the press alone.
      const tab = window.open('', '_blank')
      try {
        const { path } = await client.company.preview.mutate({ revision })
        const { href } = new URL(path, window.location.href)
        if (tab) tab.location.replace(href)
        else window.location.assign(href)
      } catch (failure) {
        tab?.close()
        throw failure
      }
    })

  const publish = () =>
    run('publish', 'Not Published', async () => {
      try {
        const { number } = await client.company.publish.mutate({ revision })
        showSuccess({ title: `Version ${number} published`, message: 'The site shows it now.' })
      } catch (failure) {
        if (errorCode(failure) !== 'CONFLICT') throw failure
        const { changedBy, draft } = await company.read.fetch(undefined, { staleTime: 0 })
        const changed = changedFields(desk.draft, draft).join(', ')
        const message = `${changedBy ?? 'Somebody'} saved a change meanwhile, which this page shows now: ${changed}.`
        showError({ title: 'Not Published', message })
      }
    })

  return (
    <Paper className={styles.bar}>
      <Group justify="space-between" gap="xs">
        <div role="status">
          <p>
            <Changing>{status}</Changing>
          </p>
          <Text className={styles.hint} c="dimmed" size="sm">
            <Changing>{hint}</Changing>
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="default" aria-disabled={isHeld} onClick={() => !isHeld && void preview()}>
            {busy === 'preview' ? 'Opening…' : 'Preview'}
          </Button>
          <Button aria-disabled={isHeld || isPublished} onClick={() => !isHeld && !isPublished && void publish()}>
            {busy === 'publish' ? 'Publishing…' : 'Publish'}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

/** Does one thing at a time, says what fails, and reads the company anew afterwards. */
function useTask<Task>() {
  const { company } = api.useUtils()
  const [busy, setBusy] = useState<Task>()

  async function run(task: Task, title: string, work: () => Promise<void>): Promise<void> {
    if (busy !== undefined) return
    setBusy(task)
    try {
      await work()
    } catch (failure) {
      showError({ title, message: failureMessage(failure) })
    }
    setBusy(undefined)
    void company.read.invalidate()
  }

  return { busy, run }
}

function describeState({ isPublished, revision }: ReadCompany, isChanged: boolean): { status: string; hint: string } {
  const first = 'Save before you preview or publish.'
  if (revision === 0)
    return {
      status: 'This first draft is not saved',
      hint: `The site shows what it was installed with. ${first}`,
    }
  if (isChanged) return { status: 'You have changes that are not saved', hint: first }
  return isPublished
    ? { status: 'The site shows this', hint: 'What you save from now on waits until you publish it.' }
    : { status: 'Saved changes are not on the site yet', hint: 'Publish puts them there.' }
}

/** What the site has shown, and the way back. */
export function Versions({ versions }: Pick<ReadCompany, 'versions'>) {
  const { client } = api.useUtils()
  const { busy, run } = useTask<number>()
  const [current, before] = versions

  const goBack = (version: number) =>
    run(version, 'Not Published', async () => {
      const { number } = await client.company.back.mutate({ number: version })
      showSuccess({ title: `Version ${version} is back`, message: `The site shows it as version ${number}.` })
    })

  return (
    <Stack gap="sm" component="section" aria-labelledby="versions-heading">
      <Title id="versions-heading">Published versions</Title>
      {current ? (
        <Paper component="ol" className={styles.versions}>
          {versions.map((version) => (
            <li key={version.number}>
              <p>
                <strong>Version {version.number}</strong> {version === current && '(on the site) '}
                <Text span c="dimmed">
                  {describe(version)}
                </Text>
              </p>
              {version !== current && (
                <Button variant="subtle" aria-disabled={busy !== undefined} onClick={() => void goBack(version.number)}>
                  {busy === version.number && 'Going back…'}
                  {busy !== version.number &&
                    (version === before ? 'Back to the one before' : `Back to version ${version.number}`)}
                </Button>
              )}
            </li>
          ))}
        </Paper>
      ) : (
        <Text c="dimmed">There are none yet. The site shows what it was installed with.</Text>
      )}
    </Stack>
  )
}

type Version = ReadCompany['versions'][number]

function describe({ publishedAt, publishedBy, sameAs }: Version): string {
  return `${sameAs === undefined ? '' : `the same as version ${sameAs}, `}published by ${publishedBy} on ${formatExactTime(new Date(publishedAt))}`
}
