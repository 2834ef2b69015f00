"""Stories that World War 3 and Armageddon share in the common tests."""

from __future__ import annotations

# ---------------------------------------------------------------- a story for each refusal

STORIES = {
    "wrong_player": "Ann starts; Ann lays RC2; Bo lays YH3",
    "not_on_top": "Ann holds RC2 YH3; Ann starts; Ann lays RC2",
    "no_cards": "Ann holds -; Bo has 5 cards; pile RC2 GH1 by Bo Bo; Bo is next; Ann misplays YT3",
    "nothing_to_slap": "Ann starts; Bo slaps",
    "slapped_twice": "Ann starts; Ann lays RC2; Bo Bo slap",
    "slap_late": "with hurry_up=3; pile RC2 GH1 by Bo Cy; Ann is next; Ann is too slow for YT4; Ann slaps",
    "slap_locked": "pile RC2 GH1 by Bo Cy; Ann holds -; Bo has 5 cards; Cy has 5 cards; Bo is next; Ann slaps; Ann slaps",
    "slap_given_up": "pile RC2 GH1 by Bo Cy; Ann holds -; Bo has 5 cards; Cy has 5 cards; Bo is next; Ann retires; Ann slaps",
    "slap_no_cards": "with grave_slaps=false; pile RC2 GH1 by Bo Cy; Ann holds -; Cy is next; Ann slaps",
    "may_not_slap": "pile RC2 GH1 by Bo Cy; Ann holds -; Di holds -; Bo has 5 cards; Cy has 5 cards; Bo is next; Ann retires; Di slaps; Ann Di slap",
    "own_misplay": "Ann starts; Ann lays RC2; Bo misplays YH3 and Bo slap at it",
    "no_misplay": "pile RC2 RC3 by Ann Ann; Ann has 3 cards; Bo holds -; Ann has made the last play; Ann misplays GS1",
    "now_collect": "pile RC2 RC3 GH1 by Ann Bo Ann; Bo may take the pot; Ann lays YT4",
    "not_collecting": "pile RC2 RC3 by Ann Bo; Ann has 4 cards; Bo controls, 3 left; Bo collects",
    "hurry_off": "Ann starts; Ann is too slow for RC2",
    "late_pair": "with hurry_up=3; Ann starts; Ann has YH3 RC2 on top; Ann is too slow for RC2",
    "late_single": "with hurry_up=3; pile RC2 GH1; Ann is next; Ann is too slow for YT4 and BS3",
    "has_cards": "pile RC2; Ann has 5 cards; Ann starts; Ann retires",
    "has_retired": "pile RC2 GH3 by Bo Cy; Ann holds -; Bo has 5 cards; Cy has 5 cards; Bo is next; Ann retires; Ann retires",
    "no_grave_slaps": "with grave_slaps=false; pile RC2 GH1 by Bo Cy; Ann holds -; Cy is next; Ann retires",
    "wrong_cards": "Ann is to deal; deal RC1 RC2",
    "wrong_peel": "3 at the table; Ann Bo are tied; Cy has RC2 on top; Cy peel",
    "not_tied": "3 at the table; a lot decides between Ann Bo after 20 peels; Cy is drawn to start",
    "now_deal": "Ann is to deal; Bo lays RC2",
    "now_peel": "Ann Bo are tied; Ann lays RC2",
    "now_lots": "a lot decides between Ann Bo after 32 peels; Ann lays RC2",
    "now_play": "Ann starts; Ann lays RC2; Bo is drawn to start",
    "now_over": "Ann has won; Bo lays RC2",
    "no_such_seat": "2 at the table; Ann starts; Ann lays RC2; Di slaps",
}
