import barbu
from careful import Careful

barbu.run(Careful())
