# Ce que le serveur dit à la table : un message pour chaque clé d’une phrase du code.

said-ambiguous = { $words } peut se lire : { $ways }. Dites lequel
said-ambiguous-many = { $words } peuvent se lire de plusieurs façons : dites le texte en morceaux, ou comme l’enregistrement l’écrit, tel que « sonar row=5 sector=3 »

said-at = ligne { $line }, colonne { $column } : { $why }

said-broke-off = La demande s’est interrompue.

said-cell-unreadable = La case ne peut pas être lue : attendu une case telle que C6.

said-device-earlier = Cet appareil était dans la partie avant celui-ci : seul un appareil arrivé plus tôt peut le sortir.
said-device-gone = Aucun appareil de cette partie n’a cet id, ou il en a déjà été sorti.

said-expected-after = { $what } après { $word }
said-expected-after-side = après le camp, { $what }
said-expected-as-first = { $count }, comme à la ligne 1
said-expected-at-cell = ce qui s’est passé sur cette case, tel que torpedo C6 ou trigger C6
said-expected-at-most = { $most } au plus
said-expected-cell = une case telle que C6 (colonne A-{ $column }, ligne 1-{ $row })
said-expected-cells-along = un nombre de cases de 1 à { $most }
said-expected-clock = une heure telle que m:ss ou h:mm:ss
said-expected-clock-first = { $what } ; une heure est m:ss ou h:mm:ss au début de sa ligne
said-expected-column = une colonne A-{ $column }
said-expected-course = un cap : nord, est, sud ou ouest
said-expected-course-after = un cap après { $word } : nord, est, sud ou ouest
said-expected-header = un des en-têtes { $headers }
said-expected-header-once = chaque en-tête une fois
said-expected-header-or-labels = un en-tête tel que 'name: Alpha' ou les lettres de colonnes 'A B C ...'
said-expected-headings = des en-têtes tels que side, announcement, clock à la première ligne
said-expected-hit = un coup indirect avec un dégât, ou un coup direct avec deux
said-expected-item = une annonce telle que N, silence, surface 5 ou torpedo C6 clear
said-expected-known-map = l’id d’une carte ({ $maps }) ou un [Grid] ; un fichier de carte ne se lit qu’en ligne de commande
said-expected-labels = une ligne de lettres de colonnes telle que 'A B C' au-dessus des lignes
said-expected-letter = une des lettres de cette langue pour un cap ({ $letters }), ou une autre annonce
said-expected-line = une ligne
said-expected-line-end = la fin de la ligne, ou # et un commentaire
said-expected-map = une carte : { $maps }, ou le nom d’un fichier finissant par .txt
said-expected-map-id = l’id d’une carte, tel que alpha
said-expected-map-line = une ligne telle que [Map "alpha"]
said-expected-map-sign = un de . (mer) # (île) o (trou de glace) M (mine Archer) O (autre marque), séparés par des espaces
said-expected-mine-truth = la case de la mine, telle que (G7) : { $cell }
said-expected-mines = 8 ou 4
said-expected-mode = { $one } ou { $other }
said-expected-most-rows = { $most } lignes au plus
said-expected-one-a-column = { $count }, un par colonne
said-expected-one-reading = des mots d’une seule lecture : { $question }
said-expected-or-mark = { $what } ou ? après { $word }
said-expected-or-unheard = { $what }, ou ?,
said-expected-other-kind = un autre genre que { $kind }, qui a déjà eu sa réponse (une lettre est une colonne, un nombre une ligne)
said-expected-perhaps = { $what } (peut-être « { $near } » ?)
said-expected-question = avant cette réponse ce à quoi elle répond, tel que { $example }
said-expected-repeats = un cap répété 1 à { $most } fois
said-expected-row = une ligne 1-{ $row } ou une colonne A-{ $column }
said-expected-rows = des lignes telles que ' 1  . . #' sous les lettres de colonnes
said-expected-sea = au moins une case qui n’est pas une île
said-expected-sector = le numéro d’un secteur, tel que 5
said-expected-sector-line = les cases le long d’un secteur, telles que 'sector: 5'
said-expected-sector-side = les cases le long d’un secteur, 1 à { $most }
said-expected-self = clear, indirect ou direct après self=
said-expected-side = yellow ou blue
said-expected-side-first = { $what } ; un camp ne se met qu’au début de sa ligne
said-expected-side-of = un camp : { $sides }
said-expected-sign = un de . # o M O, lignes séparées par /
said-expected-silence-truth = le cap et la longueur du silence, tels que (E3), ou (0)
said-expected-sonar = deux différents de row=, column= et sector=, tels que sonar row=5 sector=3, ou sonar ?
said-expected-sonar-said = deux différents de ligne, colonne et secteur, tels que « sonar row 5 sector 3 » (une lettre est une colonne)
said-expected-start = une case telle que G7
said-expected-system = un système qui est prêt : { $systems }
said-expected-system-after = un système après { $word } : { $systems }
said-expected-tag = une étiquette telle que [Map "alpha"]
said-expected-tag-name = le nom d’une étiquette sans espaces, guillemets, crochets, '=' ni '#'
said-expected-tag-once = cette étiquette une seule fois dans un enregistrement
said-expected-torpedo = manhattan ou path
said-expected-two = { $what }, pas les trois
said-expected-up-to = 1 à { $most }

said-fault = lu { $found }, attendu { $expected }
said-fault-at = ligne { $line }, colonne { $column } : lu { $found }, attendu { $expected }

said-found-cells = { $count } cases à la ligne { $row } de [Grid]
said-found-columns = { $count } colonnes
said-found-empty = une ligne sans annonce
said-found-end = la fin de la ligne
said-found-header-again = '{ $header }:' une deuxième fois
said-found-in-tag = { $value } dans [{ $tag }]
said-found-label = la lettre de colonne { $label }
said-found-lines = plusieurs lignes
said-found-lone = « { $words } » sans annonce
said-found-mode = le mode { $value }
said-found-no-labels = pas de lettres de colonnes
said-found-no-map = ni [Map] ni [Grid]
said-found-no-rows = pas de lignes
said-found-no-sea = pas de mer
said-found-no-sector = pas de ligne 'sector:'
said-found-nothing = aucune annonce
said-found-row = la ligne { $label }
said-found-row-label = le numéro de ligne { $label }
said-found-rows = { $count } lignes
said-found-sector = le secteur { $value }
said-found-signs = { $count } signes à la ligne { $row }
said-found-tag-again = [{ $tag }] une deuxième fois

said-heard-impossible = « { $heard } » : { $why }

said-id-taken = L’id { $id } est déjà pris par une autre annonce de cette partie : envoyez-la avec un nouvel id.
said-id-unknown = Aucune annonce de cette partie n’a l’id { $id } : elle a peut-être été refusée ; regardez la liste et réessayez.

said-inference-failed = le calcul a échoué (une faute de ce programme) ; l’enregistrement reste tel quel.
said-inference-stopped = Annonce { $n } ({ $heard }) : { $why }

said-journal-busy = Le journal { $journal } est trop occupé pour cela ; c’est renvoyé tout seul.
said-journal-damaged = Le journal { $journal } est abîmé ({ $found }). Il est resté tel quel : mettez une sauvegarde à sa place, ou déplacez-le et donnez à SONAR_DB un nouveau fichier.
said-journal-disk = Le journal { $journal } ne peut pas être écrit : le disque est plein. Libérez de la place ; les touchers attendent sur leurs appareils.
said-journal-driver = Le journal { $journal } demande un pilote de base qui n’est pas installé : { $fault }.
said-journal-failed = Le journal { $journal } a échoué ({ $doing }) : { $cause }.
said-journal-folder = Le journal { $journal } est un dossier : donnez à SONAR_DB un fichier dedans.
said-journal-foreign = Le fichier { $journal } est la base d’autre chose (elle contient { $tables }). Il est resté tel quel : donnez à SONAR_DB un autre fichier.
said-journal-gap = Il manque au journal { $journal } l’opération { $n } de la partie { $game }. Il est resté tel quel : mettez une sauvegarde à sa place.
said-journal-in-use = Le journal { $journal } est utilisé par un autre programme. Fermez-le ; les touchers attendent sur leurs appareils.
said-journal-no-folder = Le journal { $journal } ne peut pas être créé : il n’y a pas de dossier { $folder }. Créez-le, ou changez SONAR_DB.
said-journal-not-opened = Le journal { $journal } ne peut pas être ouvert. Laissez cet utilisateur écrire le fichier et son dossier, ou changez SONAR_DB.
said-journal-not-sqlite = Le journal { $journal } n’est pas une base SQLite. Il est resté tel quel : déplacez-le, ou donnez à SONAR_DB un autre fichier.
said-journal-permissions = Le journal { $journal } ne peut pas être lu : { $fault }. Vérifiez ses droits.
said-journal-read-only = Le journal { $journal } ne peut pas être écrit : il est en lecture seule. Laissez cet utilisateur écrire le fichier et son dossier.
said-journal-senseless = Le journal { $journal } contient une partie qui ne peut pas être ouverte : l’opération { $n } de la partie { $game } n’a pas de sens ({ $why }). Il est resté tel quel : mettez une sauvegarde à sa place.
said-journal-url = SONAR_DB n’est pas l’adresse d’une base : attendu un nom de fichier, ou une adresse telle que sqlite:///games.sqlite.
said-journal-version = Le journal { $journal } a été écrit par une autre version de ce programme (format { $found }, attendu { $expected }). Il est resté tel quel : lancez cette version, ou déplacez le journal.

said-line-control = La ligne contient un saut de ligne ou un autre caractère de contrôle : attendu une ligne de texte simple.
said-line-empty = La ligne n’annonce rien : attendu au moins une annonce, telle que "B N".
said-line-long = La ligne a { $count } caractères : { $most } au plus ; envoyez-la en morceaux.
said-line-many = La ligne a { $count } annonces : { $most } au plus ; envoyez-la en morceaux.

said-locked-out = Trop de mauvais codes sont venus de l’adresse de cet appareil. Attendez { $seconds } secondes, puis réessayez.

said-many-maps = Beaucoup de cartes viennent de l’adresse de cet appareil. Attendez { $seconds } secondes, puis réessayez.
said-many-pages = Cette partie a déjà { $most } pages ouvertes. Fermez-en.

said-map-cut-off = Mer que les îles séparent du reste : { $cells }.
said-map-cut-off-one = { $cells } est de la mer que les îles séparent du reste.
said-map-no-name = La carte n’a pas encore de nom.
said-map-no-sea = Il n’y a pas de mer : au moins une case ne doit pas être une île.
said-map-not-yours = Seul l’appareil qui a dessiné cette carte peut la supprimer.

said-maps-full = Ce serveur garde déjà { $most } cartes : supprimez d’abord l’une des vôtres.

said-next-begun = Votre équipage a déjà commencé la partie suivante : le tableau et le menu y mènent.
said-next-closed = Cet appareil n’a pas de place dans la partie suivante de son équipage. Demandez-y une invitation.
said-next-none = Votre équipage n’a pas encore commencé la partie suivante.

said-no-address = Il n’y a rien à cette adresse, ou pas par cette méthode.
said-no-archer-there = il n’y a pas de mine Archer en { $cell } : la carte { $map } en a en { $mines }
said-no-archers = il n’y a pas de mine Archer en { $cell } : la carte { $map } n’en a aucune
said-no-memory = la mémoire de cette machine ne contient pas tout ce qui est possible ; l’enregistrement reste tel quel.
said-no-memory-short = trop peu de mémoire
said-no-reading = Même deux caps mal entendus n’expliquent pas ce qui a été entendu : parcourez la liste, ou ajoutez ce qui a pu manquer.

said-not-shown = Après l’annonce { $n } : { $why }
said-not-utf8 = l’octet { $n } n’est pas du texte UTF-8 : enregistrez le fichier en UTF-8 et réessayez

said-note-gone = C’était déjà annulé, ou changé depuis : rien n’a été annulé.
said-note-never = Ce n’est jamais entré dans la liste : rien n’a été annulé.
said-note-no-redo = Rien n’a été annulé qui puisse revenir.
said-note-not-changed = C’était déjà annulé : rien n’a été changé.
said-note-not-deleted = C’était déjà annulé : rien n’a été supprimé.
said-note-nothing-after = Rien ne suivait : rien n’a été annulé.
said-note-redone = C’était déjà revenu : rien n’a été fait.

said-nothing-possible = Aucune case n’est possible.

said-off-cells = { $cell } est hors de la carte : la carte { $map } a les cases A1 à { $last }
said-off-columns = la colonne { $column } est hors de la carte : la carte { $map } a les colonnes A à { $last }
said-off-rows = la ligne { $row } est hors de la carte : la carte { $map } a les lignes 1 à { $last }
said-off-sectors = le secteur { $sector } n’existe pas : la carte { $map } a les secteurs 1 à { $last }

said-other-site = Cette demande vient de la page d’un autre site. Ouvrez la page du jeu lui-même et servez-vous d’elle.

said-record-long = L’enregistrement a { $count } annonces : { $most } au plus.

said-review-failed = Le retour a échoué (une faute de ce programme) ; l’enregistrement reste tel quel.
said-review-memory = Cette machine a trop peu de mémoire pour le retour.

said-server-failed = Le serveur a échoué (une faute de ce programme). Rien de ce qui a été envoyé n’est perdu.

said-settings-no-sea = La carte { $map } n’a pas de mer : attendu au moins une case de mer.
said-settings-unreadable = Les réglages de cette partie dans le journal ne peuvent pas être lus ({ $fault }).

said-too-large = La demande est trop grande : { $most } Kio au plus.
said-too-little-memory = Cette machine a trop peu de mémoire pour cela.
said-too-many = { $histories } histoires demanderaient environ { $mebibytes } Mio, plus qu’il n’y en a : l’enregistrement reste tel quel ; annulez, ou attendez une remontée ou un autre indice

said-truth-nothing = Cette annonce ne cache rien que la feuille d’un capitaine dise : regardez la liste à nouveau.

said-wrong-code = Ce code n’ouvre aucune partie ici. Demandez une nouvelle invitation à un appareil de votre équipage.
said-wrong-short = Ce code court n’ouvre aucune partie ici, ou il a expiré. Demandez-en un nouveau à un appareil de votre équipage.
