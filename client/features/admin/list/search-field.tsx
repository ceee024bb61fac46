import { useEffect, useId, useState } from 'react'
import { maxSearchLength } from '#shared/estimates/estimate-filter.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import fields from '../ui/fields.module.css'
import styles from './list-controls.module.css'

/** In milliseconds. */
const pause = 250

export function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const id = useId()
  const isPhone = useBelow('sm')
  const [shown, setShown] = useState(q)
  const [typed, setTyped] = useState(q)
  // Back or a chip has changed the search.
  if (shown !== q) {
    setShown(q)
    if (typed.trim() !== q) setTyped(q)
  }

  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === q) return
    const timer = setTimeout(() => onSearch(wanted), pause)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of only two years ago do not know <search>
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <label htmlFor={id} className="unseen">
        Search
      </label>
      <input
        id={id}
        type="search"
        className={fields.input}
        value={typed}
        maxLength={maxSearchLength}
        placeholder={isPhone ? 'Search' : 'Search name, phone, place, reference'}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  )
}
