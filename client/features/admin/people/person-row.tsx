import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MoreIcon } from '#client/components/icons.tsx'
import { displayName } from '#shared/account.ts'
import { type Person, roleLabel } from '#shared/people.ts'
import { useStaff } from '../layout/staff-context.ts'
import badge from '../ui/badge.module.css'
import menu from '../ui/popover-menu.module.css'
import { MenuButton, PopoverMenu } from '../ui/popover-menu.tsx'
import { invitedText, lastSeenText, linkText, secondFactorText } from './people-labels.ts'
import styles from './people-page.module.css'
import type { PersonTask } from './person-dialog.tsx'

const fact = { c: 'dimmed' }
const missing = { c: 'progress', fw: 600 }

type PersonRowProps = { person: Person; now: Date; onTask: (task: PersonTask) => void }

type Task = readonly [kind: PersonTask['kind'], label: string]

const resetFactor: Task = ['reset-factor', 'Reset second factor…']

/** The row shows a person with access, or an open invitation. */
export function PersonRow({ person, now, onTask }: PersonRowProps) {
  const { email: own } = useStaff()
  const { id, email, name, role, invitation, isInSettings, secondFactorSince } = person
  const isOwn = email === own
  const tasks: readonly Task[] = invitation
    ? [
        ['invite-again', 'Send again…'],
        ['role', 'Change role…'],
        ['withdraw', 'Withdraw…'],
      ]
    : [
        ['role', 'Change role…'],
        ...(secondFactorSince !== null && !isOwn ? [resetFactor] : []),
        ['revoke', 'Revoke access…'],
      ]
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <Text fw={650}>
          <bdi>{displayName(person)}</bdi>
          {isOwn && (
            <Text span fw={400} {...fact}>
              {' '}
              (you)
            </Text>
          )}
        </Text>
        {name !== null && (
          <Text size="sm" {...fact}>
            <bdi>{email}</bdi>
          </Text>
        )}
      </div>
      <div className={styles.facts}>
        <Group gap="0.25rem 0.5rem" className={styles.role}>
          <span className={`${badge.badge} ${role === 'admin' ? badge.new : badge.other}`}>{roleLabel(role)}</span>
          {isInSettings && (
            <Text span size="sm" {...fact}>
              set by the installation
            </Text>
          )}
        </Group>
        {invitation ? (
          <Text size="sm" className={styles.invited} {...(invitation.isExpired ? missing : fact)}>
            {invitedText(invitation, now)} {linkText(invitation)}
          </Text>
        ) : (
          <>
            <Text size="sm" {...(secondFactorSince === null ? missing : fact)}>
              {secondFactorText(person, now)}
            </Text>
            <Text size="sm" {...fact}>
              {lastSeenText(person, now)}
            </Text>
          </>
        )}
      </div>
      <div className={styles.menu}>
        <PopoverMenu
          label={`Actions for ${displayName(person)}`}
          icon={<MoreIcon />}
          content={(menuId) => (
            <>
              {tasks.map(([kind, label]) => (
                <MenuButton key={kind} menuId={menuId} onPress={() => onTask({ kind, person })}>
                  {label}
                </MenuButton>
              ))}
              <Link to="/admin/people/log" search={{ person: id }} className={menu.item}>
                Show in the audit log
              </Link>
            </>
          )}
        />
      </div>
    </li>
  )
}
