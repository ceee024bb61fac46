import styles from './shortcut-keys.module.css'

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of the command palette, as they are called on this device. */
export const paletteKeys = isApple ? ['⌘', 'K'] : ['Ctrl', 'K']

/** Only sighted users need it: `aria-keyshortcuts` tells screen readers the same. */
export function ShortcutKeys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
