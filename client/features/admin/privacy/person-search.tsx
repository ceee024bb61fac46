import { Button, Paper, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { maxSearchLength } from '#shared/estimates/estimate-filter.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { estimateDetails } from '../palette/palette-items.ts'
import { useFoundEstimates } from '../palette/use-found-estimates.ts'
import styles from './privacy.module.css'

const ErasePersonDialog = lazy(async () => {
  const { ErasePersonDialog: component } = await import('../estimate/erase-person-dialog.tsx')
  return { default: component }
})

/** Finds a request of somebody who asks for a copy or to be forgotten, and opens that person's data. */
export function PersonSearch() {
  const [typed, setTyped] = useState('')
  const [openId, setOpenId] = useState<string>()
  const found = useFoundEstimates(typed)

  return (
    <Paper component="section" className={styles.card} aria-labelledby="person-heading">
      <Stack gap="sm">
        <Title id="person-heading">One person’s data</Title>
        <TextInput
          type="search"
          label="Find one of their requests"
          description="By name, email, phone or reference. Then download a copy, or erase it."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxSearchLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div aria-busy={found.isSearching}>
          <Text role="status" size="sm" c="dimmed">
            {found.isLong && stateText(found)}
          </Text>
          {found.didYouMean !== undefined && (
            <Button variant="default" onClick={() => setTyped(found.didYouMean ?? '')}>
              Did you mean {found.didYouMean}?
            </Button>
          )}
          <ul>
            {found.items.map((estimate) => (
              <li key={estimate.id} className={styles.row}>
                <UnstyledButton w="100%" onClick={() => setOpenId(estimate.id)}>
                  <Text fw={650} td="underline">
                    <span className="unseen">Personal data of </span>
                    <bdi>{estimate.name}</bdi>
                  </Text>
                  <Text size="sm" c="dimmed">
                    <bdi>{estimateDetails(estimate)}</bdi>
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </div>
      </Stack>
      {openId !== undefined && (
        <Suspense>
          <ErasePersonDialog id={openId} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </Paper>
  )
}

function stateText({ failure, isSearching, items, total }: ReturnType<typeof useFoundEstimates>): string {
  if (failure === 'offline') return 'No connection, so requests can’t be searched now. Try again later.'
  if (failure) return 'The search failed. Please try again.'
  if (isSearching) return 'Searching…'
  if (items.length === 0) return 'No request found.'
  const count = total === 1 ? '1 request found.' : `${formatWholeNumber(total)} requests found.`
  return items.length < total ? `${count} Type more to see the right one.` : count
}
