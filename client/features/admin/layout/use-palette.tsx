import { type ComponentType, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { showError } from '#client/components/toasts.tsx'
import { isComposing, shortcutKey } from '../ui/keys.ts'

type PaletteProps = {
  /** Returns once what was typed before the palette could take it. */
  takeTyped: () => string
  onClose: () => void
}

export type LoadPalette = () => Promise<{ readonly CommandPalette: ComponentType<PaletteProps> }>

/** In milliseconds after the page. */
const prepareAfter = 3_000

/**
 * The command palette: Ctrl or ⌘ with K opens it, and it is loaded after the page, which does not wait for it.
 *
 * @param mayOpen whether the account may use what it leads to
 */
export function usePalette(load: LoadPalette, mayOpen = true) {
  const [opened, setOpened] = useState(false)
  const [loaded, setLoaded] = useState<ComponentType<PaletteProps>>()
  const takeTyped = useTypedEarly(opened && !loaded, () => setOpened(false))

  const prepare = useCallback(async () => {
    const { CommandPalette } = await load()
    setLoaded(() => CommandPalette)
  }, [load])

  useEffect(() => {
    if (!mayOpen) return
    // Opening it tries again.
    const timer = setTimeout(() => void prepare().catch(() => undefined), prepareAfter)
    return () => clearTimeout(timer)
  }, [prepare, mayOpen])

  const open = useCallback(async () => {
    setOpened(true)
    try {
      await prepare()
    } catch {
      setOpened(false)
      showError({ title: 'Search Not Loaded', message: 'Please check your connection and try again.' })
    }
  }, [prepare])

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!mayOpen || shortcutKey(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    // Browsers put the focus into their own search.
    event.preventDefault()
    if (!document.querySelector('dialog[open]')) void open()
  })
  // An effect after the paint would miss the keys of whoever is quick.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const Palette = loaded
  return {
    open,
    palette: opened && Palette ? <Palette takeTyped={takeTyped} onClose={() => setOpened(false)} /> : null,
  }
}

/** Keeps the keys from the page and its shortcuts while the palette loads. Escape calls `onEscape`. */
function useTypedEarly(isLoading: boolean, onEscape: () => void): () => string {
  const typed = useRef('')
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onEscape()
    else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
    else if (event.key.length === 1) typed.current += event.key
  })
  // It ends in the commit that shows the palette, so that no key goes to neither.
  useLayoutEffect(() => {
    if (!isLoading) return
    typed.current = ''
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isLoading])
  return useCallback(() => {
    const text = typed.current
    typed.current = ''
    return text
  }, [])
}
