import { buttonClass } from '#client/components/button-class.ts'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { PopoverMenu } from '../ui/popover-menu.tsx'
import { SavedViews } from './saved-views.tsx'

/** The saved views of windows that have no room beside the list. */
export function ViewsMenu({ current }: { current: ListSearch }) {
  return (
    <PopoverMenu
      label="Saved views"
      className={buttonClass('quiet', 'compact')}
      content={() => <SavedViews current={current} />}
    >
      Views
      <ChevronDownIcon />
    </PopoverMenu>
  )
}
