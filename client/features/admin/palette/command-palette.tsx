import { Button } from '@mantine/core'
import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { maxSearchLength } from '#shared/estimates/estimate-filter.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import dialogStyles from '../ui/dialog.module.css'
import { isComposing } from '../ui/keys.ts'
import { ShortcutKeys } from '../ui/shortcut-keys.tsx'
import styles from './command-palette.module.css'
import type { PaletteItem, PaletteSection } from './palette-items.ts'
import type { useFoundEstimates } from './use-found-estimates.ts'
import { usePaletteSections } from './use-palette-sections.ts'

type CommandPaletteProps = { takeTyped: () => string; onClose: () => void }

/** A dialog with a combobox: goes to an estimate, a page or a view, or runs an action of the page. */
export function CommandPalette({ takeTyped, onClose }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')

  // No key comes between a layout effect and the rendering of what it sets.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    input.current?.focus()
    setTyped(takeTyped())
  }, [takeTyped])

  const { sections, found } = usePaletteSections(typed)
  const items = sections.flatMap((section) => section.items)
  const options = useActiveOption(items)
  const { listId, active, isChosen, choose, optionId } = options
  const isRequest = found.items.some(({ id }) => id === active?.id)
  // What was found for less than what is typed by now is not what is meant.
  const isStale = found.isSearching && !isChosen && (isRequest || !active)
  // A command that only resembles what is typed is not run unseen.
  const setWaiting = useLateEnter(isStale, () => isRequest && run(active))

  function run(item: PaletteItem | undefined): void {
    if (!item) return
    // Gives back the focus, which the action may then move.
    dialog.current?.close()
    item.run()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return
    const next = indexAfter(event.key, active ? items.indexOf(active) : -1, items.length - 1)
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    setWaiting(next === undefined && isStale)
    if (next !== undefined) choose(items[next])
    else if (!isStale) run(active)
  }

  return (
    <dialog
      ref={dialog}
      className={`${dialogStyles.dialog} ${styles.palette}`}
      aria-label="Search and commands"
      onClose={onClose}
      closedby="any"
    >
      <div className={styles.top}>
        <PaletteInput
          ref={input}
          listId={items.length > 0 ? listId : undefined}
          aria-activedescendant={active && optionId(active)}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            choose(undefined)
            setWaiting(false)
          }}
          onKeyDown={onKeyDown}
        />
        <Button variant="subtle" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      {items.length > 0 && <PaletteList sections={sections} options={options} isBusy={found.isSearching} onRun={run} />}
      <p role="status" className={styles.state}>
        {stateText(found, typed.trim(), items.length)}
      </p>
    </dialog>
  )
}

/** @param listId undefined while there is no list */
function PaletteInput({ listId, ...props }: ComponentProps<'input'> & { listId: string | undefined }) {
  const isPhone = useBelow('sm')
  return (
    <input
      type="search"
      role="combobox"
      className={styles.input}
      aria-label="Search requests, pages and actions"
      aria-autocomplete="list"
      aria-expanded={listId !== undefined}
      aria-controls={listId}
      placeholder={isPhone ? 'Name, phone, page' : 'Name, phone, reference, page or action'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={maxSearchLength}
      enterKeyHint="go"
      {...props}
    />
  )
}

type PaletteListProps = {
  sections: readonly PaletteSection[]
  options: ReturnType<typeof useActiveOption>
  isBusy: boolean
  onRun: (item: PaletteItem) => void
}

function PaletteList({ sections, options, isBusy, onRun }: PaletteListProps) {
  const { listId, active, optionId } = options
  return (
    <div id={listId} role="listbox" aria-label="Results" className={styles.list} aria-busy={isBusy}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be within a listbox
        <div key={section.title} role="group" aria-label={section.title}>
          <p className={styles.title} aria-hidden="true">
            {section.title}
          </p>
          {section.items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
            <div
              key={item.id}
              id={optionId(item)}
              role="option"
              tabIndex={-1}
              aria-selected={item === active}
              className={styles.option}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRun(item)}
            >
              <span className={styles.label}>
                <bdi>{item.label}</bdi>
                {item.details && <span className={styles.details}>{item.details}</span>}
              </span>
              {item.keys && <ShortcutKeys keys={[item.keys]} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The first option, until one is chosen. */
function useActiveOption(items: readonly PaletteItem[]) {
  const listId = useId()
  const [chosenId, setChosenId] = useState<string>()
  const active = items.find(({ id }) => id === chosenId) ?? items[0]
  const optionId = (item: PaletteItem) => `${listId}-${items.indexOf(item)}`
  const activeId = active && optionId(active)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const isChosen = active !== undefined && active.id === chosenId
  return { listId, active, isChosen, choose: (item: PaletteItem | undefined) => setChosenId(item?.id), optionId }
}

/** Enter waits while what it would run is stale. Returns what begins and ends the waiting. */
function useLateEnter(isStale: boolean, run: () => void): (isWaiting: boolean) => void {
  const [isWaiting, setWaiting] = useState(false)
  const endWaiting = useEffectEvent(() => {
    setWaiting(false)
    run()
  })
  useEffect(() => {
    if (isWaiting && !isStale) endWaiting()
  }, [isWaiting, isStale])
  return setWaiting
}

/** Returns the index that a key moves to, or undefined for other keys. */
function indexAfter(key: string, index: number, last: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: index === last ? 0 : index + 1,
    ArrowUp: index <= 0 ? last : index - 1,
    PageDown: last,
    PageUp: 0,
  }
  return moves[key]
}

function stateText(found: ReturnType<typeof useFoundEstimates>, search: string, shown: number): string | undefined {
  if (found.failure === 'offline') return 'No connection, so requests can’t be searched now. Try again later.'
  if (found.failure) return 'The search failed. Please try again.'
  if (found.isSearching) return 'Searching…'
  if (shown === 0)
    return found.isLong ? `Nothing found for “${search}”.` : 'Type one more letter to search the requests.'
  return found.isLong && found.items.length === 0 ? 'No request found.' : undefined
}
