import type { Command } from 'commander'
import { diagnose } from '#server/cli/doctor/diagnose.ts'
import { CommandFailed } from '#server/cli/program.ts'
import type { Finding } from '#server/database/finding.ts'
import { readConfigQuietly } from '#server/read-config.ts'

const marks: Readonly<Record<Finding['state'], string>> = { ok: '✓', warning: '!', broken: '✗', unknown: '?' }

const details = `
Checks Node.js, settings, proxy, data folder, disk, database, migrations, mail account, clock and server, and changes
nothing. Each check is a line: ✓ is fine, ! should be looked at, ✗ is broken, ? could not be checked. The exit code is
1 when something is broken. If POSTMARK_SERVER_TOKEN is set, Postmark is asked about its server; if MAIL_URL is, the
command signs in there. No email is sent.`

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the installation, and say what to do')
    .addHelpText('after', details)
    .action(async () => {
      const findings = await diagnose(readConfigQuietly)
      for (const finding of findings) process.stdout.write(`${line(finding)}\n`)
      const count = findings.filter(({ state }) => state === 'broken').length
      if (count > 0) throw new CommandFailed(count === 1 ? 'One thing is broken.' : `${count} things are broken.`)
    })
}

function line({ about, state, text, cure }: Finding): string {
  return `${marks[state]} ${about}: ${text}${cure === undefined ? '' : ` ${cure}`}`
}
