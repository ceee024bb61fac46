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

export function PersonRow({ person, now, onTask }: PersonRowProps) {
  const { email: own } = useStaff()
  const isOwn = person.email === own
  const { secondFactorSince } = person
  return (
    <li className={styles.row}>
      <PersonName person={person} isOwn={isOwn} />
      <div className={styles.facts}>
        <RoleCell person={person} />
        <Text size="sm" {...(secondFactorSince === null ? missing : fact)}>
          {secondFactorText(person, now)}
        </Text>
        <Text size="sm" {...fact}>
          {lastSeenText(person, now)}
        </Text>
      </div>
      <PersonMenu person={person}>
        {(menuId) => (
          <>
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'role', person })}>
              Change role…
            </MenuButton>
            {secondFactorSince !== null && !isOwn && (
              <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'reset-factor', person })}>
                Reset second factor…
              </MenuButton>
            )}
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'revoke', person })}>
              Revoke access…
            </MenuButton>
          </>
        )}
      </PersonMenu>
    </li>
  )
}

export function InvitationRow({ person, now, onTask }: PersonRowProps) {
  const { invitation } = person
  return (
    <li className={styles.row}>
      <PersonName person={person} isOwn={false} />
      <div className={styles.facts}>
        <RoleCell person={person} />
        {invitation && (
          <Text size="sm" className={styles.invited} {...(invitation.isExpired ? missing : fact)}>
            {invitedText(invitation, now)} {linkText(invitation)}
          </Text>
        )}
      </div>
      <PersonMenu person={person}>
        {(menuId) => (
          <>
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'invite-again', person })}>
              Send again…
            </MenuButton>
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'role', person })}>
              Change role…
            </MenuButton>
            <MenuButton menuId={menuId} onPress={() => onTask({ kind: 'withdraw', person })}>
              Withdraw…
            </MenuButton>
          </>
        )}
      </PersonMenu>
    </li>
  )
}

function PersonName({ person, isOwn }: { person: Person; isOwn: boolean }) {
  return (
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
      {person.name !== null && (
        <Text size="sm" {...fact}>
          <bdi>{person.email}</bdi>
        </Text>
      )}
    </div>
  )
}

function RoleCell({ person: { role, isInSettings } }: { person: Person }) {
  return (
    <Group gap="0.25rem 0.5rem" className={styles.role}>
      <span className={`${badge.badge} ${role === 'admin' ? badge.new : badge.other}`}>{roleLabel(role)}</span>
      {isInSettings && (
        <Text span size="sm" {...fact}>
          set by the installation
        </Text>
      )}
    </Group>
  )
}

type PersonMenuProps = { person: Person; children: (menuId: string) => React.ReactNode }

function PersonMenu({ person, children }: PersonMenuProps) {
  return (
    <div className={styles.menu}>
      <PopoverMenu
        label={`Actions for ${displayName(person)}`}
        icon={<MoreIcon />}
        content={(menuId) => (
          <>
            {children(menuId)}
            <Link to="/admin/people/log" search={{ person: person.id }} className={menu.item}>
              Show in the audit log
            </Link>
          </>
        )}
      />
    </div>
  )
}
