import { HomeScreen } from '@/components/home/HomeScreen'
import { mount } from '@/components/mount'

mount(<HomeScreen />)
