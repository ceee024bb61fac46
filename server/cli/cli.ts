import { addBackupCommand } from './commands/backup.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addMoveCommands } from './commands/move.ts'
import { addRestoreCommand } from './commands/restore.ts'
import { addStaffCommand } from './commands/staff.ts'
import { addVerifyCommand } from './commands/verify.ts'
import { createProgram, runProgram } from './program.ts'

const program = createProgram('ops', 'Operates the site and its data. In a checkout it runs as: npm run ops -- COMMAND')
addBackupCommand(program)
addVerifyCommand(program)
addRestoreCommand(program)
addDoctorCommand(program)
addStaffCommand(program)
addMoveCommands(program)
await runProgram(program, process.argv.slice(2))
