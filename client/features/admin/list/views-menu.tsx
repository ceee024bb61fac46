import { BookmarkIcon } from '#client/components/icons.tsx'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { closeMenu, PopoverMenu } from '../ui/popover-menu.tsx'
import { SavedViews } from './saved-views.tsx'
import styles from './views-menu.module.css'

/** The saved views of windows that have no room beside the list. */
export function ViewsMenu({ current }: { current: ListSearch }) {
  return (
    <PopoverMenu
      label="Saved views"
      icon={<BookmarkIcon />}
      className={styles.button}
      content={(menuId) => <SavedViews current={current} onOpen={() => closeMenu(menuId)} />}
    >
      <span className={styles.label}>Views</span>
    </PopoverMenu>
  )
}
