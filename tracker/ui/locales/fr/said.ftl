# Ce que le serveur dit à la table : un message par clé d’une phrase du code.

said-fault = lu { $found }, attendu { $expected }
said-fault-at = ligne { $line }, colonne { $column } : lu { $found }, attendu { $expected }
said-at = ligne { $line }, colonne { $column } : { $why }

said-wrong-code = Ce code n’ouvre aucune partie ici. Demandez une nouvelle invitation à un appareil de votre équipage.
said-wrong-short = Ce code court n’ouvre aucune partie ici, ou il a expiré. Demandez-en un nouveau à un appareil de votre équipage.
said-locked-out = Trop de mauvais codes sont venus de l’adresse de cet appareil. Attendez { $seconds } secondes, puis réessayez.
said-many-maps = Beaucoup de cartes viennent de l’adresse de cet appareil. Attendez { $seconds } secondes, puis réessayez.
said-server-failed = Le serveur a échoué (une faute de ce programme). Rien de ce qui a été envoyé n’est perdu.
said-line-long = La ligne a { $count } caractères : { $most } au plus ; envoyez-la en morceaux.

said-map-no-name = La carte n’a pas encore de nom.
said-map-no-sea = Il n’y a pas de mer : au moins une case ne doit pas être une île.
said-map-cut-off = Mer que les îles séparent du reste : { $cells }.
said-map-cut-off-one = { $cells } est de la mer que les îles séparent du reste.
said-maps-full = Ce serveur garde déjà { $most } cartes : supprimez d’abord l’une des vôtres.
said-map-not-yours = Seul l’appareil qui a dessiné cette carte peut la supprimer.

said-review-memory = Cette machine a trop peu de mémoire pour le retour.
said-review-failed = Le retour a échoué (une faute de ce programme) ; l’enregistrement reste tel quel.
said-truth-nothing = Cette annonce ne cache rien que dise la feuille du capitaine : regardez la liste encore une fois.
