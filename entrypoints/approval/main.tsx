import { ApprovalScreen } from '@/components/approval/ApprovalScreen'
import { mount } from '@/components/mount'

mount(<ApprovalScreen />)
