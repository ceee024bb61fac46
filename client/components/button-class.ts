import styles from '#client/theme/button.module.css'

/** `primary` is the one thing to do on a page; `onNavy` is a second choice on the dark band. */
export type ButtonLook = 'primary' | 'quiet' | 'onNavy'

/** The classes that make a link or a button look like a button. */
export function buttonClass(look: ButtonLook = 'primary', size: 'normal' | 'compact' = 'normal'): string {
  const classes = [styles.button, look === 'primary' ? undefined : styles[look], size === 'compact' && styles.compact]
  return classes.filter(Boolean).join(' ')
}
