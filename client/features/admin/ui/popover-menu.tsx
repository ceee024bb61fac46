import { type ReactNode, useId } from 'react'
import styles from './popover-menu.module.css'

type PopoverMenuProps = {
  /** The button's text, or an icon with a label. */
  children: ReactNode
  label: string
  className: string
  disabled?: boolean
  /** @param id of the popover, for buttons that close it; see {@link MenuButton} */
  content: (id: string) => ReactNode
}

/** A button that opens a list of links and buttons beside it. The browser closes it on Escape and on a press outside. */
export function PopoverMenu({ children, label, className, disabled = false, content }: PopoverMenuProps) {
  const id = useId()
  return (
    <>
      <button type="button" className={className} popoverTarget={id} disabled={disabled}>
        {children}
      </button>
      <fieldset id={id} popover="auto" aria-label={label} className={styles.menu}>
        {content(id)}
      </fieldset>
    </>
  )
}

type MenuButtonProps = {
  menuId: string
  children: ReactNode
  onPress: () => void
  disabled?: boolean
}

export function closeMenu(menuId: string): void {
  document.getElementById(menuId)?.hidePopover()
}

/** Closes its menu, which gives the focus back. */
export function MenuButton({ menuId, children, onPress, disabled = false }: MenuButtonProps) {
  function press(): void {
    // The menu closes before the press, so that a dialog opened by it gives the focus back to where the menu was
    // opened.
    closeMenu(menuId)
    onPress()
  }

  return (
    <button type="button" className={styles.item} disabled={disabled} onClick={press}>
      {children}
    </button>
  )
}
