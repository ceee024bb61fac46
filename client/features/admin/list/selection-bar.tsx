import { Box, Button, type ButtonProps, Group, Text } from '@mantine/core'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import { api } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { maxBulkChange } from '#shared/estimates/bulk-change.ts'
import type { EstimateFilter } from '#shared/estimates/estimate-filter.ts'
import { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { MenuButton, PopoverMenu } from '../ui/popover-menu.tsx'
import { ShortcutKeys } from '../ui/shortcut-keys.tsx'
import { capitalizedStatus } from '../ui/work-labels.ts'
import styles from './list.module.css'
import { type BulkOutcome, type ChosenChange, useBulkChange } from './use-bulk-change.ts'
import type { Selection } from './use-selection.ts'

type SelectionBarProps = {
  selection: Selection
  /** The number of estimates in the list, as far as it is loaded. */
  shown: number
  spam: EstimateFilter['spam']
  /** Gets the focus when a focused part of the bar disappears. */
  fallback: RefObject<HTMLElement | null>
}

/** Floats over the foot of the list while something is selected, and afterwards says what was done. */
export function SelectionBar({ selection, shown, spam, fallback }: SelectionBarProps) {
  const { saving, outcome, change, dismiss } = useBulkChange()
  const { estimates, clear } = selection
  const isEmpty = estimates.length === 0

  async function choose(chosen: ChosenChange): Promise<void> {
    if (await change(estimates, chosen)) clear()
  }

  return (
    <>
      <p role="status" className="unseen">
        {isEmpty ? outcome?.message : `${formatWholeNumber(estimates.length)} selected`}
      </p>
      {(!isEmpty || outcome) && (
        <Bar saving={saving} fallback={fallback}>
          {(bar) =>
            isEmpty && outcome ? (
              <Outcome outcome={outcome} bar={bar} onClose={dismiss} />
            ) : (
              <Actions {...selection} bar={bar} shown={shown} spam={spam} onChoose={(chosen) => void choose(chosen)} />
            )
          }
        </Bar>
      )}
    </>
  )
}

type BarRef = RefObject<HTMLElement | null>

type BarProps = Pick<SelectionBarProps, 'fallback'> & { saving: boolean; children: (bar: BarRef) => ReactNode }

function Bar({ saving, fallback, children }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useFocusAfter(bar, fallback)
  return (
    <Group
      component="section"
      ref={bar}
      tabIndex={-1}
      gap="0.5rem 1.25rem"
      className={`unprinted ${styles.floating} ${styles.bar}`}
      aria-label="Selected requests"
      aria-busy={saving}
    >
      {children(bar)}
    </Group>
  )
}

type ActionsProps = Selection &
  Pick<SelectionBarProps, 'shown' | 'spam'> & { bar: BarRef; onChoose: (chosen: ChosenChange) => void }

function Actions({ estimates, selectAll, clear, bar, shown, spam, onChoose }: ActionsProps) {
  const actions = useRef<HTMLDivElement>(null)
  useFocusAfter(actions, bar)
  const isPhone = useBelow('sm')
  const selectable = Math.min(shown, maxBulkChange)
  return (
    <>
      <p>{`${formatWholeNumber(estimates.length)} selected`}</p>
      <Group ref={actions} gap="xs" className={styles.actions}>
        {spam && (
          <Button variant="inverse" onClick={() => onChoose({ kind: 'release' })}>
            Not spam
          </Button>
        )}
        {spam === 'quarantined' && (
          <Button variant="inverse" onClick={() => onChoose({ kind: 'spam' })}>
            It’s spam
          </Button>
        )}
        <AssignMenu onChoose={onChoose} />
        <PopoverMenu
          label="Set status"
          variant="inverse"
          content={(menuId) =>
            estimateStatuses.map((status) => (
              <MenuButton key={status} menuId={menuId} onPress={() => onChoose({ kind: 'status', status })}>
                {capitalizedStatus(status)}
              </MenuButton>
            ))
          }
        >
          Status <ChevronDownIcon />
        </PopoverMenu>
      </Group>
      <Group gap={0} ms="auto">
        {estimates.length < selectable && (
          <PassingButton bar={bar} bd="none" px="0.5rem" onClick={selectAll}>
            {selectable < shown
              ? `Select the first ${selectable}`
              : `Select all ${formatWholeNumber(selectable)} shown`}
          </PassingButton>
        )}
        <Button variant="inverse" bd="none" px="0.5rem" onClick={clear}>
          Clear {!isPhone && <ShortcutKeys keys={['Esc']} />}
        </Button>
      </Group>
    </>
  )
}

type PassingButtonProps = ButtonProps & { bar: BarRef; onClick: () => void }

/** The bar gets the focus when the button disappears with it. */
function PassingButton({ bar, ...props }: PassingButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(button, bar)
  return <Button ref={button} variant="inverse" {...props} />
}

function AssignMenu({ onChoose }: Pick<ActionsProps, 'onChoose'>) {
  const { email: own } = useStaff()
  const { data: assignees = [] } = api.estimates.assignees.useQuery(undefined, queryOptions)
  const ownFirst = assignees.toSorted((a, b) => Number(b.email === own) - Number(a.email === own))
  return (
    <PopoverMenu
      label="Assign to"
      variant="inverse"
      content={(menuId) => (
        <>
          {ownFirst.map((assignee) => (
            <MenuButton key={assignee.id} menuId={menuId} onPress={() => onChoose({ kind: 'assignee', assignee })}>
              {displayName(assignee)}
              {assignee.email === own && ' (you)'}
            </MenuButton>
          ))}
          <MenuButton menuId={menuId} onPress={() => onChoose({ kind: 'assignee', assignee: null })}>
            No one
          </MenuButton>
        </>
      )}
    >
      Assign <ChevronDownIcon />
    </PopoverMenu>
  )
}

type OutcomeProps = { outcome: BulkOutcome; bar: BarRef; onClose: () => void }

function Outcome({ outcome: { message, refused, undo }, bar, onClose }: OutcomeProps) {
  return (
    <>
      <Box flex="auto" miw={0}>
        <p>{message}</p>
        {refused.length > 0 && (
          <Text component="ul" size="sm" c="var(--color-on-navy-muted)" fw={400} mt={4} className={styles.refused}>
            {refused.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </Text>
        )}
      </Box>
      <Group gap="xs" ms="auto">
        {undo && (
          <PassingButton bar={bar} onClick={undo}>
            Undo
          </PassingButton>
        )}
        <Button variant="inverse" bd="none" px="0.5rem" onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  )
}

/** Moves the focus to another element when an element with the focus disappears. */
function useFocusAfter(element: RefObject<HTMLElement | null>, next: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      if (own?.contains(document.activeElement)) next.current?.focus({ preventScroll: true })
    }
  }, [element, next])
}
